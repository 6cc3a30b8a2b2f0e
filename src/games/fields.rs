//! What the FENs of all games have in common: their numbers, and how they are refused.

use crate::game::PositionError;

/// A position refused for a reason.
pub(super) fn refused(reason: impl Into<String>) -> PositionError {
    PositionError(reason.into())
}

/// A number of a FEN; `default` where the field is missing or `-`. What is too large is the largest there
/// is.
///
/// # Errors
/// The field, by its `name`, is no number.
pub(super) fn count(field: Option<&str>, default: u64, name: &str) -> Result<u64, PositionError> {
    match field {
        None | Some("-") => Ok(default),
        Some(text) => match text.parse::<u64>() {
            Ok(number) => Ok(number),
            Err(_) if text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(u64::MAX),
            Err(_) => Err(refused(format!("{name} `{text}` is no number"))),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn numbers_have_defaults_and_names() {
        assert_eq!(count(None, 7, "clock"), Ok(7));
        assert_eq!(count(Some("-"), 7, "clock"), Ok(7));
        assert_eq!(count(Some("12"), 7, "clock"), Ok(12));
        assert_eq!(count(Some("99999999999999999999"), 7, "clock"), Ok(u64::MAX));
        let refusal = count(Some("-3"), 7, "clock").map_err(|error| error.0);
        assert_eq!(refusal, Err("clock `-3` is no number".to_owned()));
    }
}

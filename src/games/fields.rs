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

/// A placement's board, and the men in brackets behind it; nothing where there are no brackets.
///
/// # Errors
/// The bracket is not closed, or something follows it.
pub(super) fn split_hand(text: &str) -> Result<(&str, &str), PositionError> {
    let Some((board, hand)) = text.split_once('[') else { return Ok((text, "")) };
    match hand.split_once(']') {
        Some((hand, "")) => Ok((board, hand)),
        Some((_, rest)) => Err(refused(format!("`{rest}` behind the men in brackets"))),
        None => Err(refused("the bracket behind the placement is not closed")),
    }
}

#[cfg(test)]
mod tests {
    use super::{count, split_hand};

    #[test]
    fn numbers_have_defaults_and_names() {
        assert_eq!(count(None, 7, "clock"), Ok(7));
        assert_eq!(count(Some("-"), 7, "clock"), Ok(7));
        assert_eq!(count(Some("12"), 7, "clock"), Ok(12));
        assert_eq!(count(Some("99999999999999999999"), 7, "clock"), Ok(u64::MAX));
        let refusal = count(Some("-3"), 7, "clock").map_err(|error| error.0);
        assert_eq!(refusal, Err("clock `-3` is no number".to_owned()));
    }

    #[test]
    fn men_in_hand_stand_in_brackets() {
        assert_eq!(split_hand("3/3"), Ok(("3/3", "")));
        assert_eq!(split_hand("3/3[]"), Ok(("3/3", "")));
        assert_eq!(split_hand("3/3[Qp]"), Ok(("3/3", "Qp")));
        for bad in ["3/3[Q", "3/3[Q]x", "3/3[Q][R]"] {
            assert!(split_hand(bad).is_err(), "{bad}");
        }
    }
}

//! Dates and times of day in UTC.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

const DAY: u64 = 86_400;

fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// Today's date as PGN writes it.
#[must_use]
pub fn today() -> String {
    date_of(since_1970().as_secs() / DAY)
}

/// Date and time of day.
#[must_use]
pub fn now() -> String {
    time_of(since_1970().as_secs())
}

/// Date and time of day of a second since 1970-01-01.
fn time_of(second: u64) -> String {
    let (date, minutes) = (date_of(second / DAY), second % DAY / 60);
    format!("{date} {:02}:{:02}:{:02} UTC", minutes / 60, minutes % 60, second % 60)
}

/// The Gregorian date of a day since 1970-01-01.
fn date_of(mut days: u64) -> String {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}.{month:02}.{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::{date_of, time_of};

    #[test]
    fn days_become_dates() {
        let dates = [(0, "1970.01.01"), (11_016, "2000.02.29"), (11_017, "2000.03.01")];
        for (days, date) in
            dates.into_iter().chain([(19_782, "2024.02.29"), (20_453, "2025.12.31")])
        {
            assert_eq!(date_of(days), date);
        }
    }

    #[test]
    fn seconds_become_times_of_day() {
        assert_eq!(time_of(0), "1970.01.01 00:00:00 UTC");
        assert_eq!(time_of(1_700_000_000), "2023.11.14 22:13:20 UTC");
        assert_eq!(time_of(1_709_251_199), "2024.02.29 23:59:59 UTC");
    }
}

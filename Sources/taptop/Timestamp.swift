import NavigationCore

/// A time since 1970 as RFC 3339 has it, in UTC and cut, not rounded, to milliseconds: `2026-09-21T13:46:40.123Z`.
///
/// RFC 3339 ends with the year 9999: later times are written as its last millisecond, earlier ones than 1970 as its first.
func timestamp(_ time: Instant) -> String {
  let milliseconds = min(max(0, time.microseconds / 1000), lastMillisecond)
  let (days, millisecondOfDay) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
  let date = civilDate(daysSince1970: days)
  let (second, millisecond) = millisecondOfDay.quotientAndRemainder(dividingBy: 1000)
  return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    + "T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    + ".\(padded(millisecond, 3))Z"
}

/// 9999-12-31T23:59:59.999Z.
private let lastMillisecond: Int64 = 253_402_300_799_999

/// The Gregorian date of a day, counted from 1970-01-01 on.
///
/// The years begin on 1 March here, so that a leap day is a year's last and every 400 years have the same 146,097 days.
private func civilDate(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
  let days = daysSince1970 + 719_468  // from 0000-03-01
  let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: 146_097)
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let monthFromMarch = (5 * dayOfYear + 2) / 153
  let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
}

private func padded(_ number: Int64, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

/// The sign by which a program that stays is known to be ready.
///
/// `Text` is a path, or what it is made of, and `Check` what is asked.
package enum ProgramReadiness<Text: Sendable, Check: Sendable>: Sendable {
    /// It was executed.
    case started
    /// It has run for so long since it was executed.
    case settled(Duration)
    /// It says so, as systemd's services of `Type=notify` do.
    case notify
    /// Its Unix stream socket at the path accepts a connection.
    case socket(Text)
    /// It writes a line with this text.
    case line(String)
    /// A check succeeds, which is asked again after a pause.
    case check(Check, every: Duration)
}

extension ProgramReadiness: Equatable where Text: Equatable, Check: Equatable {}
extension ProgramReadiness: Hashable where Text: Hashable, Check: Hashable {}

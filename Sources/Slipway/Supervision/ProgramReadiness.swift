/// The sign by which a program that stays is known to be ready.
///
/// `Text` is a path, or what it is made of; `Check` is the question of a check.
package enum ProgramReadiness<Text: Sendable, Check: Sendable>: Sendable {
    /// The program was executed.
    case started
    /// The program has run for so long since it was executed.
    case settled(Duration)
    /// The program says so, as systemd's services of `Type=notify` do.
    case notify
    /// The program's Unix stream socket at the path accepts a connection.
    case socket(Text)
    /// The program writes a line with this text.
    case line(String)
    /// A check succeeds, which is repeated at this interval.
    case check(Check, every: Duration)
}

extension ProgramReadiness: Equatable where Text: Equatable, Check: Equatable {}
extension ProgramReadiness: Hashable where Text: Hashable, Check: Hashable {}

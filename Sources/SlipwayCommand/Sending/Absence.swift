internal import Slipway

/// A service that a command waits for and that takes no connection: after a second the user is told
/// what is waited for, and the wait ends where systemd does not start it.
struct Absence {
    private var isTold = false
    /// When systemd is asked.
    private var nextQuestion: Instant

    /// The time that a service has to come before anything is said of it.
    private static let patience = Duration.seconds(1)
    /// The time between two questions to systemd.
    private static let pause = Duration.seconds(2)

    init(since now: Instant) {
        nextQuestion = now.advanced(by: Self.patience)
    }

    /// Takes that it is still not there.
    ///
    /// - Parameters:
    ///   - now: The present instant.
    ///   - places: Where its socket is expected.
    ///   - unit: Asks systemd.
    /// - Returns: The line to print, once.
    /// - Throws: ``CommandFailure``: it does not come.
    mutating func goesOn(
        at now: Instant,
        places: @autoclosure () throws -> String,
        unit: () -> UnitState?
    ) throws -> String? {
        guard now >= nextQuestion else { return nil }
        nextQuestion = now.advanced(by: Self.pause)
        let unit = unit()
        if let obstacle = unit?.obstacle { throw obstacle }
        guard !isTold else { return nil }
        isTold = true
        return "waiting for a service at \(try places())" + (unit.map { ": \($0.words)" } ?? "")
    }
}

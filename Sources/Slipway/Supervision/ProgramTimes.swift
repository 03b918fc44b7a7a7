/// The times that a program has of its service; they may change while it runs.
package struct ProgramTimes: Hashable, Sendable {
    /// The longest time that it may take to become ready when it is started again; its operation has its own
    /// timeout.
    package var startLimit: Duration
    /// The longest time that starting may take with the extensions that it asks for.
    package var longestStart: Duration
    /// The time between the signal that asks it to end and SIGKILL.
    package var grace: Duration
    /// The longest time of the command that ends it, and of that before it is given up.
    package var commandLimit: Duration

    /// Collects times.
    package init(
        startLimit: Duration = .seconds(90),
        longestStart: Duration = .seconds(90),
        grace: Duration = .seconds(10),
        commandLimit: Duration = .seconds(10)
    ) {
        self.startLimit = startLimit
        self.longestStart = longestStart
        self.grace = grace
        self.commandLimit = commandLimit
    }
}

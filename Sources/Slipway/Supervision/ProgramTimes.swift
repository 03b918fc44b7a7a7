/// The times that a service grants a program; they may change while the program runs.
package struct ProgramTimes: Hashable, Sendable {
    /// The longest time that the program may take to become ready when it is started again; its
    /// operation has its own timeout.
    package var startLimit: Duration
    /// The longest time that starting may take with the extensions that the program asks for.
    package var longestStart: Duration
    /// The time between the signal that asks the program to end and SIGKILL.
    package var grace: Duration
    /// The longest time of the command that ends the program, and of the command that runs before
    /// the program is given up.
    package var commandLimit: Duration

    /// Creates times.
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

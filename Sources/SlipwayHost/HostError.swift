internal import SlipwaySystemd

/// Why a graph cannot be run as a service.
public struct HostError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The failure and the remedy, in one line.
    public let description: String
    /// The system error behind it, as in `errno`: positive; `nil` when none is known.
    public let errorNumber: Int32?
    /// The program itself is wrong, such as a kind of action that no sender could send: starting it
    /// again cannot help.
    public let isFaultOfProgram: Bool

    init(_ description: String, errorNumber: Int32? = nil, isFaultOfProgram: Bool = false) {
        self.description = description
        self.errorNumber = errorNumber
        self.isFaultOfProgram = isFaultOfProgram
    }

    init(_ fault: ServingFailure) {
        self.init("\(fault)", errorNumber: fault.errorNumber)
    }

    /// Reports the error to systemd and the log, and ends the process: with status 78 if the program
    /// itself is wrong, and otherwise with 1.
    public func reportAndExit() -> Never { startFault.reportAndExit() }

    var startFault: StartFault {
        isFaultOfProgram
            ? .configurationRejected([description])
            : .cannotStart(description, errorNumber: errorNumber)
    }
}

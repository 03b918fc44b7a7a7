internal import SlipwaySystemd

/// Why a graph cannot be run as a service.
public struct HostError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What failed and what to do, in one line.
    public let description: String
    /// The system error behind it, as in `errno`: positive; `nil` when none is known.
    public let errorNumber: Int32?

    init(_ description: String, errorNumber: Int32? = nil) {
        self.description = description
        self.errorNumber = errorNumber
    }

    init(_ fault: HostFault) {
        self.init("\(fault)", errorNumber: fault.errorNumber)
    }

    /// Reports the error to systemd and the log, and ends the process with status 1.
    public func reportAndExit() -> Never {
        StartFault.cannotStart(description, errorNumber: errorNumber).reportAndExit()
    }
}

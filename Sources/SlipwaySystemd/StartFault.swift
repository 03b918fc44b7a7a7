internal import Glibc

/// A fault that prevents a process from beginning its launch, reported to the manager and the log.
public struct StartFault: Hashable, Sendable {
    /// Every fault found, at least one.
    ///
    /// The first line of each says what is wrong; further lines are details, such as the edges of a
    /// cycle.
    public var faults: [String]
    /// The kind of fault, for the catalog.
    public var messageID: MessageID
    /// The `errno` that `systemctl status` shows with the status; `nil` if no call failed.
    public var errorNumber: Int32?
    /// The exit status.
    public var exitStatus: Int32

    /// The configuration is wrong, or cannot be read, with an `errno` then: exit status 78, after
    /// which the unit is not restarted.
    public static func configurationRejected(
        _ faults: [String],
        errorNumber: Int32? = nil
    ) -> StartFault {
        StartFault(
            faults: faults,
            messageID: .configurationRejected,
            errorNumber: errorNumber,
            exitStatus: EX_CONFIG
        )
    }

    /// The operations require each other in a circle: exit status 78.
    public static func dependencyCycle(_ faults: [String]) -> StartFault {
        StartFault(
            faults: faults,
            messageID: .dependencyCycle,
            errorNumber: nil,
            exitStatus: EX_CONFIG
        )
    }

    /// A resource that the launch needs is missing, such as its socket: exit status 1, after which
    /// the unit may be restarted.
    public static func cannotStart(_ fault: String, errorNumber: Int32?) -> StartFault {
        StartFault(
            faults: [fault],
            messageID: .launchFailed,
            errorNumber: errorNumber,
            exitStatus: EXIT_FAILURE
        )
    }

    /// The message to the manager: the first fault, and the number of the others.
    var message: NotifyMessage {
        let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
        return NotifyMessage(
            status: "Failed\(more): \(summary ?? "the launch cannot begin")",
            errorNumber: errorNumber
        )
    }

    private var summary: Substring? { faults.first?.split(separator: "\n").first }

    private var event: String {
        messageID == .launchFailed ? "launch-failed" : "configuration-rejected"
    }

    /// One entry per line.
    var entries: [LogEntry] {
        faults.flatMap { $0.split(separator: "\n") }.map { line in
            LogEntry(
                .error,
                String(line),
                id: messageID,
                fields: [.init(.event, event), .init(.reason, String(line))]
            )
        }
    }

    /// Reports the fault to the manager and the log.
    public func report(to notifier: Notifier = Notifier(), _ journal: Journal = Journal()) {
        notifier.send(message)
        for entry in entries { journal.log(entry) }
    }

    /// Reports the fault to the manager and the log, and ends the process.
    public func reportAndExit() -> Never {
        report()
        exit(exitStatus)
    }
}

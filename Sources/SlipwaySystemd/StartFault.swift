internal import Glibc

/// A fault that keeps a process from beginning its launch at all: reported where an operator
/// looks first, as the last word of the service.
public struct StartFault: Hashable, Sendable {
    /// Every fault found, at least one.
    ///
    /// The first line of each says what is wrong; further lines, such as the edges of a cycle, are
    /// details.
    public var faults: [String]
    /// What kind of fault it is, for the catalog.
    public var messageID: MessageID
    /// The `errno` that `systemctl status` shows beside the status; `nil` where no call failed.
    public var errorNumber: Int32?
    /// The status to exit with.
    public var exitStatus: Int32

    /// The configuration is wrong, or cannot be read, for which there is an `errno`: exit status 78,
    /// after which the unit is not restarted.
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

    /// Something that the launch needs from its surroundings is not there, such as its socket:
    /// exit status 1, after which the unit may be restarted.
    public static func cannotStart(_ fault: String, errorNumber: Int32?) -> StartFault {
        StartFault(
            faults: [fault],
            messageID: .launchFailed,
            errorNumber: errorNumber,
            exitStatus: EXIT_FAILURE
        )
    }

    /// The message to the manager: the first fault, and how many more there are.
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

    /// One entry for each line.
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

    /// Tells the manager and the log.
    public func report(to notifier: Notifier = Notifier(), _ journal: Journal = Journal()) {
        notifier.send(message)
        for entry in entries { journal.log(entry) }
    }

    /// Tells the manager and the log, and ends the process.
    public func reportAndExit() -> Never {
        report()
        exit(exitStatus)
    }
}

internal import Slipway

/// The writer of a line.
package struct OutputWriter: Hashable, Sendable {
    /// The operation, or the kind of launch action.
    package let name: String
    /// The name of the service.
    package let service: String
    /// The identity of the launch.
    package let launchID: String
    /// The process; 0 if it is not known.
    package var pid: Int32 = 0
    /// The launch action; `nil` for an operation.
    package var action: String?

    /// Names a writer.
    package init(name: String, service: String, launchID: String) {
        self.name = name
        self.service = service
        self.launchID = launchID
    }
}

/// The form of the record that a child's line becomes at its destination.
enum LineFormat {
    /// An entry of the journal's native protocol.
    case journal
    /// Text with the name in front and a priority that the journal reads: `<6>web: listening`.
    case stream
    /// Text with the name in front: `web: listening`.
    case plain

    /// The record; `nil` for a line that the destination has no use for.
    func record(_ line: ArraySlice<UInt8>, of writer: OutputWriter) -> [UInt8]? {
        let (priority, text) = LinePriority.split(line)
        switch self {
        case .journal: return Self.entry(text, priority, writer)
        case .stream:
            return Array("<\(priority)>\(writer.name): ".utf8) + text + [UInt8(ascii: "\n")]
        case .plain: return Array("\(writer.name): ".utf8) + text + [UInt8(ascii: "\n")]
        }
    }

    /// An entry with the fields of `JournalReporter`'s, so that one query finds both.
    ///
    /// The process is in LAUNCH_PID, because `_PID` is the sender's.
    private static func entry(
        _ text: ArraySlice<UInt8>,
        _ priority: UInt8,
        _ writer: OutputWriter
    ) -> [UInt8]? {
        // The journal drops empty lines of its streams too.
        guard !text.isEmpty else { return nil }
        var entry = Array("MESSAGE=".utf8) + text
        entry +=
            """

            PRIORITY=\(priority)
            SYSLOG_IDENTIFIER=\(writer.name)
            LAUNCH_OPERATION=\(writer.name)
            LAUNCH_ID=\(writer.launchID)
            LAUNCH_NAME=\(writer.service)
            LAUNCH_EVENT=output

            """.utf8
        if let action = writer.action { entry += "LAUNCH_ACTION_ID=\(action)\n".utf8 }
        if writer.pid > 0 { entry += "LAUNCH_PID=\(writer.pid)\nSYSLOG_PID=\(writer.pid)\n".utf8 }
        return entry
    }
}

internal import Slipway

/// One entry of the log: a message for people, and fields for programs.
public struct LogEntry: Hashable, Sendable {
    /// A named value; the same name may occur again in an entry.
    public struct Field: Hashable, Sendable {
        /// What the value is.
        public var name: FieldName
        /// Any text, also of several lines.
        public var value: String

        /// Names a value.
        public init(_ name: FieldName, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// How much the entry matters.
    public var priority: LogPriority
    /// What a reader sees; shown as one line, whatever it contains.
    public var message: String
    /// Which kind of entry it is, if the catalog explains that kind.
    public var messageID: MessageID?
    /// What programs search for, in the order in which it was said.
    public var fields: [Field]

    /// Creates an entry.
    public init(
        _ priority: LogPriority = .info,
        _ message: String,
        id messageID: MessageID? = nil,
        fields: [Field] = []
    ) {
        self.priority = priority
        self.message = message
        self.messageID = messageID
        self.fields = fields
    }

    /// The entry as the journal takes it: `NAME=value`, one each.
    var assignments: [String] {
        var assignments = ["MESSAGE=\(line)", "PRIORITY=\(priority.rawValue)"]
        if let messageID { assignments.append("MESSAGE_ID=\(messageID)") }
        return assignments + fields.map { "\($0.name)=\($0.value)" }
    }

    /// The message as one line, without its end; what a peer sent cannot move a terminal's cursor,
    /// forge a line, or make the journal show binary data in place of a message.
    var line: String { message.printable }
}

internal import Slipway

/// One entry of the log: a message for people, and fields for programs.
public struct LogEntry: Hashable, Sendable {
    /// A named value; an entry may have several of the same name.
    public struct Field: Hashable, Sendable {
        /// The name.
        public var name: FieldName
        /// The text, of one or more lines.
        public var value: String

        /// Creates a field.
        public init(_ name: FieldName, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The priority of the entry.
    public var priority: LogPriority
    /// The text for people; shown as one line, whatever it contains.
    public var message: String
    /// The kind of entry, if the catalog explains it.
    public var messageID: MessageID?
    /// The values that programs search for, in order.
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

    /// The entry in the journal's format: one `NAME=value` each.
    package var assignments: [String] {
        var assignments = ["MESSAGE=\(line)", "PRIORITY=\(priority.rawValue)"]
        if let messageID { assignments.append("MESSAGE_ID=\(messageID)") }
        return assignments + fields.map { "\($0.name)=\($0.value)" }
    }

    /// The message as one line, without a newline; a peer's text cannot move a terminal's cursor,
    /// forge a line, or make the journal treat the message as binary data.
    var line: String { message.printable }
}

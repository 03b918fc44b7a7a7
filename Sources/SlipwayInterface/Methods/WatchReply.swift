package import Slipway
package import SlipwayJSON
package import SlipwayVarlink

/// One reply of `Watch`: the whole launch, or one change since the last reply.
package enum WatchReply: Hashable, Sendable {
    /// The whole launch: the first reply, and again when changes were lost.
    case launch(Report)
    /// An operation changed.
    case operation(OperationStatus)
    /// An action is new or changed.
    case action(ActionStatus)
    /// A program is new or changed.
    case program(ProgramStatus)
    /// The launch as a whole changed.
    case phase(LaunchCourse)
    /// A change that this build does not know.
    case unknown
}

extension WatchReply: Record {
    package static var blank: Self { .unknown }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        try visit(
            "launch",
            if: { if case .launch(let report) = $0 { report } else { nil } },
            make: Self.launch,
            "The whole launch: in the first reply, and again if changes were lost",
            &fields
        )
        try visit(
            "operation",
            if: { if case .operation(let status) = $0 { status } else { nil } },
            make: Self.operation,
            "An operation that changed",
            &fields
        )
        try visit(
            "action",
            if: { if case .action(let status) = $0 { status } else { nil } },
            make: Self.action,
            "An action that is new or changed",
            &fields
        )
        try visit(
            "program",
            if: { if case .program(let status) = $0 { status } else { nil } },
            make: Self.program,
            "A program that is new or changed",
            &fields
        )
        try visit(
            "phase",
            if: { if case .phase(let change) = $0 { change } else { nil } },
            make: Self.phase,
            "The launch as a whole changed",
            &fields
        )
    }

    private mutating func visit<Change: NamedRecord>(
        _ name: String,
        if value: (Self) -> Change?,
        make: (Change) -> Self,
        _ words: String,
        _ fields: inout some FieldVisitor
    ) throws(JSONFieldError) {
        fields.say(words)
        try fields.optional(name, value(self), .record(Change.self)) {
            if let change = $0 { self = make(change) }
        }
    }

    /// Reads a reply of `Watch`.
    ///
    /// - Parameters:
    ///   - json: One reply.
    ///   - launch: The launch after the earlier replies, for the zero of its times; `nil` for the
    ///     first.
    /// - Throws: The field that does not fit the interface.
    package init(_ json: JSON, following launch: Report?) throws(JSONFieldError) {
        try self.init(
            reply: json,
            launch.map { Offsets(processStart: $0.processStart) } ?? Offsets()
        )
    }
}

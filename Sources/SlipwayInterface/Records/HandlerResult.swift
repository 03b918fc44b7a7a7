package import Slipway
package import SlipwayJSON
package import SlipwayVarlink

/// The result that an action's handler left when its last attempt ended.
///
/// The result may repeat the payload, so only callers who may see the payload get it.
package struct HandlerResult: Hashable, Sendable {
    /// The last line of the handler's program, or another text that explains the failure, at most
    /// ``TextLimit/message`` bytes; `nil` for none.
    ///
    /// The failure's message contains these words.
    package var lastWords: String?
    /// The value of the handler, at most ``ActionLimit/payload`` bytes as compact JSON; `nil` for
    /// none.
    package var output: JSON?
    /// The end of the handler's program; `nil` without a program, and if it did not end by itself.
    package var exit: ProgramExit?
    /// The last lines that the program wrote, at most ``lineLimit``, each of at most
    /// ``TextLimit/message`` bytes.
    package var lines: [String]

    /// The most ``lines``.
    package static let lineLimit = 20

    /// Creates a result; without arguments, of a handler that left nothing.
    package init(
        lastWords: String? = nil,
        output: JSON? = nil,
        exit: ProgramExit? = nil,
        lines: [String] = []
    ) {
        self.lastWords = lastWords
        self.output = output
        self.exit = exit
        self.lines = lines
    }

    /// The result adds nothing to the message of the failure.
    package var isEmpty: Bool { output == nil && exit == nil && lines.isEmpty }
}

extension HandlerResult: Record {
    package static var blank: Self { Self() }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say(
            "The value of its handler, as compact JSON of at most \(ActionLimit.payloadWords); absent for "
                + "none, and for callers who may not read the payload, as what follows"
        )
        try fields.optional("output", output?.compact, .text) {
            output = $0.flatMap { try? JSON(parsing: $0) }
        }
        var (status, signal) = (exit?.status, exit?.signal)
        fields.say("The exit status of its program, if that has exited")
        try fields.optional("handlerExitStatus", &status, .number)
        fields.say("The signal that ended its program, if one did")
        try fields.optional("handlerExitSignal", &signal, .text)
        exit = status.map { .status($0) } ?? signal.map { .signal($0) }
        fields.say("The last lines that its program wrote, at most \(Self.lineLimit)")
        try fields.optional("lines", lines.isEmpty ? nil : lines, .list(.text)) {
            lines = $0 ?? []
        }
    }
}

extension ProgramExit {
    fileprivate var status: Int32? { if case .status(let status) = self { status } else { nil } }
    fileprivate var signal: String? { if case .signal(let name) = self { name } else { nil } }
}

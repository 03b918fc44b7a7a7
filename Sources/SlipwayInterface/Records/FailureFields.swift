package import Slipway
package import SlipwayVarlink

/// The fields that a record has for a failure, or for another reason of its state.
struct FailureFields {
    var message: String?
    var kind: Failure.Kind?
    var type: String?
    var errorNumber: Int32?
    var exitStatus: Int32?
    var exitSignal: String?

    /// No failure, but maybe a reason.
    init(_ message: String? = nil) { self.message = message }

    init(_ failure: Failure) {
        message = failure.message
        kind = failure.kind
        type = failure.type
        errorNumber = failure.errorNumber
        switch failure.exit {
        case .status(let status): exitStatus = status
        case .signal(let name): exitSignal = name
        case nil: break
        }
    }

    /// The fields of a record that always has a failure.
    mutating func visitRequired(
        _ fields: inout some FieldVisitor
    ) throws(JSONFieldError) {
        var (kind, message) = (kind ?? .error, message ?? "")
        fields.say("What went wrong, in one line")
        try fields.required("message", &message, .message)
        fields.say("Which kind of failure it was")
        try fields.required("failureKind", &kind, .word(Failure.Kind.self))
        (self.kind, self.message) = (kind, message)
        try visitDetails(&fields)
    }

    /// The fields of a record that may have a failure.
    ///
    /// - Parameters:
    ///   - fields: The visitor.
    ///   - words: What the message is.
    /// - Throws: A field that is not as declared.
    mutating func visit(
        _ fields: inout some FieldVisitor,
        message words: @autoclosure () -> String
    ) throws(JSONFieldError) {
        fields.say(words())
        try fields.optional("message", &message, .message)
        fields.say("Which kind of failure it was; only when it failed")
        try fields.optional("failureKind", &kind, .word(Failure.Kind.self))
        try visitDetails(&fields)
    }

    private mutating func visitDetails(
        _ fields: inout some FieldVisitor
    ) throws(JSONFieldError) {
        fields.say("The type of the error that was thrown, if one was")
        try fields.optional("failureType", &type, .message)
        fields.say("The errno of the system error behind it, if one is known")
        try fields.optional("errorNumber", &errorNumber, .number)
        fields.say("With which status its program exited, if it failed for that")
        try fields.optional("exitStatus", &exitStatus, .number)
        fields.say("The signal that ended its program, such as SIGKILL, if it failed for that")
        try fields.optional("exitSignal", &exitSignal, .text)
    }

    /// The failure.
    ///
    /// - Throws: The field that is missing.
    func failure() throws(JSONFieldError) -> Failure {
        guard let kind else {
            throw JSONFieldError(isMissing: "failureKind", expected: .word(Failure.Kind.self))
        }
        let exit: ProgramExit? =
            exitSignal.map { .signal($0) } ?? exitStatus.map { .status($0) }
        return Failure(kind, try reason(), type: type, errorNumber: errorNumber, exit: exit)
    }

    /// The reason of a state that has one.
    ///
    /// - Throws: The field is missing.
    func reason() throws(JSONFieldError) -> String {
        guard let message else { throw JSONFieldError(isMissing: "message", expected: .text) }
        return message
    }
}

extension RootCause: NamedRecord {
    package static var declaration: Declaration { Declaration("RootCause", "Why a launch failed") }
    package static var blank: Self { Self(operation: nil, failure: Failure("")) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("The operation that failed; absent when the launch as a whole did")
        try fields.optional("operation", &operation, .text)
        var failed = FailureFields(failure)
        try failed.visitRequired(&fields)
        failure = try failed.failure()
        fields.say("The operations that were skipped because of it")
        try fields.required("skipped", &skipped, .list(.text))
        fields.say("Whether the operation was cancelled, and did not fail by itself")
        try fields.defaulted("cancelled", &isCancelled, .flag)
    }
}

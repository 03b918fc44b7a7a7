package import Slipway
package import SlipwayJSON

/// An operation: an entry of `operations`, of the file or of a group.
package struct OperationSpecification: Hashable, Sendable {
    /// The key in `operations`.
    package var name: String
    /// The position of the key.
    package var origin: Origin
    /// The queue of the body; a group has none.
    package var queue: Queue = .userInitiated
    /// The operations of key `requires`, then those whose values the other keys refer to; without
    /// repetitions, and without the operation itself if its `stop` refers to it.
    package var requires: [DependencySpecification] = []
    package var after: [DependencySpecification] = []
    package var isOptional = false
    package var stage = Stage.launch
    /// The operation's own priority; outside of groups, otherwise that of `defaults`.
    package var priority: Priority?
    package var locks: [Lock] = []
    package var condition: ConditionSpecification?
    /// `nil`: as long as the launch.
    package var timeout: Duration?
    /// `nil`: never.
    package var retry: RetrySpecification?
    /// The value that stands in if the operation fails and has no ``cached`` one; `nil`: none.
    package var fallback: JSON?
    /// The longest age at which the last good value stands in; `nil`: it never does.
    package var cached: AgeLimit?
    package var body: BodySpecification
    /// The command that undoes the operation.
    package var stop: ExecSpecification?
    /// The program that the operation starts; `nil` if it starts none that stays.
    package var program: ProgramSpecification?

    /// Creates an operation that requires nothing.
    package init(name: String, origin: Origin, body: BodySpecification) {
        self.name = name
        self.origin = origin
        self.body = body
    }
}

extension OperationSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "operation",
            title: "An operation",
            summary:
                "One startup step. It has exactly one body.",
            elsewhere: [
                "deliver": "is for launch actions; an operation has nothing to deliver: remove it"
            ],
            foreign: .ofBody
        )
    }

    static func read(_ keys: inout Keys) -> OperationSpecification? {
        let decoder = keys.decoder
        var operation =
            keys.compared
            ?? OperationSpecification(
                name: keys.name,
                origin: keys.section.origin,
                body: .sleep(.zero)
            )
        let common = CommonKeys(&keys, &operation)
        let own = OwnKeys(&keys, operation)
        let program = ProgramKeys(&keys, operation.program)

        decoder.beginBody(of: operation.name, .operation)
        operation.condition = common.condition.flatMap { Kind.condition.read(decoder, $0) }
        operation.requires += decoder.newMentions(beyond: operation.requires)
        let body = keys.body(ofAction: false)
        guard keys.compared == nil else { return operation }
        if let value = body?.value { operation.body = value }
        operation.retry = common.retry.flatMap { Kind.retry.read(decoder, $0) }
        operation.readFallback(common.fallback, body?.value, flags: keys.section["flags"], decoder)
        guard body?.name != "group" else {
            own.refuse(decoder)
            program.refuse(
                "is for programs; a group is none: move it to one of its operations",
                decoder
            )
            return operation
        }
        operation.takeDefaults(common, own, decoder)
        if let success = own.success { decoder.readSuccess(success, into: &operation.body) }
        operation.readProgram(
            program,
            own,
            retry: common.retry,
            exec: keys.section["exec"],
            decoder
        )
        operation.requires += decoder.newMentions(beyond: operation.requires)
        if let stop = own.stop { operation.readStop(stop, decoder) }
        return operation
    }

    private mutating func readFallback(
        _ field: Field?,
        _ body: BodySpecification?,
        flags: Field?,
        _ decoder: ConfigurationDecoder
    ) {
        if let field, let read = decoder.mapping(field, FallbackSpecification.self) {
            fallback = read.value
            cached = read.cached.map { AgeLimit($0, acceptsUnknown: read.acceptsUnknownAge) }
            if read.cached != nil { decoder.checkKept(self, field, body) }
        }
        if cached == nil, case .flags = self.body { decoder.refuseCache(flags) }
    }

    /// Takes from `defaults` of the file what the operation does not say itself; a group takes none.
    private mutating func takeDefaults(
        _ common: CommonKeys,
        _ own: OwnKeys,
        _ decoder: ConfigurationDecoder
    ) {
        let usual = decoder.defaults
        timeout = timeout ?? usual.timeout
        queue = own.queue.flatMap { decoder.queue($0) } ?? usual.queue ?? .userInitiated
        retry = retry ?? usual.retry
    }

    private mutating func readProgram(
        _ keys: ProgramKeys,
        _ own: OwnKeys,
        retry field: Field?,
        exec: Field?,
        _ decoder: ConfigurationDecoder
    ) {
        guard case .exec(let body) = body, let ready = body.ready else {
            keys.refuse(
                "is for programs; add ready: notify, socket:PATH or started to exec",
                decoder
            )
            return
        }
        program = keys.read(ready, isOptional: isOptional, success: own.success, decoder)
        decoder.checkStart(of: self, ready, exec)
        guard program?.includesFirstStart ?? false else { return }
        if let field { decoder.refuse([field], Self.retryIsOfOperation) }
        retry = nil
    }

    private mutating func readStop(_ field: Field, _ decoder: ConfigurationDecoder) {
        stop = Kind.exec(.stop).read(decoder, field)
        // An operation's own value exists when its `stop` runs.
        decoder.mentions.removeAll { $0.name == name }
        requires += decoder.newMentions(beyond: requires)
    }

    private static let retryIsOfOperation =
        "repeats the first start, which restart: { firstStart: true } does already; remove one of "
        + "the two"

    static let successIsOfExec =
        "is for exec: the exit statuses that count as success; remove it"
}

/// The words of `stage`.
enum OperationStage: String, CaseIterable {
    case launch, background
}

extension ConfigurationDecoder {
    /// Reads one operation, of the file or of a group.
    func operation(_ field: Field) -> OperationSpecification {
        checkName(field, dots: false)
        note(field.path, at: field.keyOrigin)
        return mapping(field)
            ?? OperationSpecification(
                name: field.name,
                origin: field.keyOrigin,
                body: .sleep(.zero)
            )
    }

    /// Begins the keys that may refer to values: all of an operation, or those of an action's
    /// payload and body.
    func beginBody(of reader: String, _ scope: TemplateScope) {
        self.scope = scope
        self.reader = reader
        mentions = []
    }

    /// The operations that templates mentioned since the last call, without those already required.
    func newMentions(beyond required: [DependencySpecification]) -> [DependencySpecification] {
        guard !mentions.isEmpty else { return [] }
        var names = Set(required.map(\.name))
        defer { mentions = [] }
        return mentions.filter { names.insert($0.name).inserted }
    }
}

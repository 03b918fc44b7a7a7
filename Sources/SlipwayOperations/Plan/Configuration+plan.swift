internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayJSON
internal import Synchronization

/// The surroundings in which the bodies of a plan run.
struct PlanSurroundings: Sendable {
    let runner: any BodyRunning
    /// The environment in which `${env.NAME}` is looked up.
    let environment: [String: String]
    let credentials: Credentials
    /// The file's deadline.
    let deadline: Duration
    /// The file's grace.
    let grace: Duration
    /// The values that come from an earlier generation of the service; `nil` for the first.
    var inheritance: (any Inheritance)?
    /// The operation that is declared is in a group of the background stage.
    var isInBackground = false
    let undoings: Undoings
    /// The programs that each program requires; see ``Configuration/requiredPrograms``.
    let requiredPrograms: [String: Set<String>]
    let kinds = DeclaredKinds()

    func run(
        _ body: BodySpecification,
        _ owner: BodyOwner,
        _ values: TemplateValues,
        _ context: OperationContext
    ) async throws -> JSON {
        try await runner.run(body, owner, values, grace) { context.note(lack: $0) }
    }

    /// Looks up the values of the operations that are referred to, except the running one: it has
    /// no value yet, though its `stop` may name it.
    func values(
        _ references: [ValueReference],
        without running: String? = nil,
        _ context: OperationContext
    ) throws -> TemplateValues {
        var values = TemplateValues(
            environment: environment,
            credentials: credentials,
            launchID: context.launchID,
            service: context.launch.name
        )
        for reference in references {
            guard let name = reference.operation, name != running,
                values.operations[name] == nil
            else { continue }
            let value: ConfiguredValue? = try context.output(named: name)
            values.operations[name] = value?.current
            if let value { values.ages[name] = .some(value.currentAge) }
        }
        return values
    }
}

/// The kinds of launch action of a plan, which operations that are declared before them may submit.
final class DeclaredKinds: Sendable {
    typealias Declared = (kind: ActionKind<JSON>, parameters: PayloadSchema)

    private let kinds = Mutex<[String: Declared]>([:])

    subscript(name: String) -> Declared? { kinds.withLock { $0[name] } }

    func add(_ kind: ActionKind<JSON>, _ parameters: PayloadSchema) {
        kinds.withLock { $0[kind.name] = (kind, parameters) }
    }
}

extension Configuration {
    /// Builds the plan and its kinds of action; everything that they do is a call of `runner`.
    ///
    /// `namedReads` are the references to the values of operations.
    func plan(
        environment: [String: String],
        credentials: Credentials,
        runner: any BodyRunning,
        inheriting inheritance: (any Inheritance)? = nil,
        _ undoings: Undoings,
        _ namedReads: [NamedRead]
    ) -> (Plan, [String: ActionKind<JSON>]) {
        let surroundings = PlanSurroundings(
            runner: runner,
            environment: environment,
            credentials: credentials,
            deadline: deadline,
            grace: grace,
            inheritance: inheritance,
            undoings: undoings,
            requiredPrograms: requiredPrograms
        )
        var plan = Plan(name, deadline: deadline)
        plan.grace = grace
        plan.drain = drain
        plan.queues = queues
        plan.namedReads = namedReads
        for operation in operations {
            operation.declare(in: &plan, surroundings)
        }
        var kinds: [String: ActionKind<JSON>] = [:]
        for action in actions {
            let kind = action.declare(in: &plan, surroundings)
            surroundings.kinds.add(kind, action.parameters)
            kinds[action.name] = kind
        }
        return (plan, kinds)
    }
}

extension ActionSpecification {
    fileprivate func declare(
        in plan: inout Plan,
        _ surroundings: PlanSurroundings
    ) -> ActionKind<JSON> {
        plan.action(
            name,
            on: queue,
            requires: requires.map(\.dependency),
            priority: policy.priority,
            timeout: timeout,
            policy: planPolicy,
            keys: payloadKeys,
            origin: origin
        ) { [body] (payload: JSON, context) async throws in
            var values = try surroundings.values(body.references, context)
            values.payload = payload
            let owner = BodyOwner(
                name: context.name,
                action: context.actionID,
                attempt: context.attempt,
                key: context.actionKey
            )
            values.action = owner.recognition
            _ = try await surroundings.run(body, owner, values, context)
        }
    }
}

extension ValueReference {
    /// The operation that the reference names; `nil` for any other reference.
    fileprivate var operation: String? {
        switch self {
        case .operation(let name, _), .age(let name): name
        case .payload, .environment, .credential, .launchID, .action: nil
        }
    }
}

extension DependencySpecification {
    /// The dependency of the plan.
    var dependency: any Dependency { Named(name, origin: origin) }
}

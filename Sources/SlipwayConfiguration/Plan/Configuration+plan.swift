package import Slipway
package import SlipwayJSON

/// Runs a body with its templates' values, and returns its value.
///
/// The grace is the file's: how long a cancelled body may take to return. `SlipwayBodies`
/// implements it.
package typealias RunBody =
    @Sendable (
        _ body: BodySpecification, _ owner: BodyOwner, _ values: TemplateValues, _ grace: Duration
    ) async throws -> JSON

/// What a body belongs to.
package struct BodyOwner: Hashable, Sendable {
    /// The operation's name, or the kind of the launch action.
    package let name: String
    /// The launch action; `nil` for an operation.
    package let action: ActionID?

    /// Names an owner.
    package init(name: String, action: ActionID? = nil) {
        self.name = name
        self.action = action
    }
}

/// A ``RunBody`` for graphs that are never launched.
package let neverRun: RunBody = { _, _, _, _ in .null }

/// A configuration without faults, and the graph that was built from it.
package struct ConfiguredGraph: Sendable {
    /// The content of the files.
    package let configuration: Configuration
    /// The graph, ready to be launched.
    package let graph: Graph
    /// The kinds of launch action by name, to submit payloads to.
    ///
    /// Check a payload with its `ActionSpecification.parameters` before submitting it.
    package let actions: [String: ActionKind<JSON>]
}

/// The value of an operation that a configuration declared.
package struct ConfiguredValue: Sendable {
    /// What its body returned.
    package let json: JSON
    /// The values for its `stop`, to which the launch passes only the value.
    let stop: TemplateValues?
}

/// ``RunBody`` with the file's grace.
private typealias Run =
    @Sendable (BodySpecification, BodyOwner, TemplateValues) async throws -> JSON

extension Configuration {
    /// Builds the plan and its kinds of action; each body, `stop` and action handler is one call of
    /// `run`.
    func plan(
        environment: [String: String],
        run: @escaping RunBody
    ) -> (Plan, [String: ActionKind<JSON>]) {
        let call: Run = { [grace] body, owner, values in try await run(body, owner, values, grace) }
        var plan = Plan(name, deadline: deadline)
        plan.grace = grace
        plan.queues = queues
        for operation in operations {
            operation.declare(in: &plan, environment, call)
        }
        var kinds: [String: ActionKind<JSON>] = [:]
        for action in actions {
            kinds[action.name] = action.declare(in: &plan, environment, call)
        }
        return (plan, kinds)
    }
}

extension OperationSpecification {
    fileprivate func declare(
        in plan: inout Plan,
        _ environment: [String: String],
        _ run: @escaping Run
    ) {
        plan.add(
            name,
            on: queue,
            requires: requires.map { Named($0.name, origin: $0.origin) },
            after: after.map { Named($0.name, origin: $0.origin) },
            optional: isOptional,
            timeout: timeout,
            teardown: stop.map { Self.stop(.exec($0), of: name, run) },
            origin: origin
        ) { [body, stop] (context) async throws -> ConfiguredValue in
            let references =
                body.references + (stop.map { BodySpecification.exec($0).references } ?? [])
            var values = try TemplateValues(references, without: context.name, context, environment)
            let json = try await run(body, BodyOwner(name: context.name), values)
            guard stop != nil else { return ConfiguredValue(json: json, stop: nil) }
            values.operations[context.name] = json
            return ConfiguredValue(json: json, stop: values)
        }
    }

    private static func stop(
        _ body: BodySpecification,
        of name: String,
        _ run: @escaping Run
    ) -> @Sendable (ConfiguredValue) async throws -> Void {
        { value in
            guard let values = value.stop else { return }
            _ = try await run(body, BodyOwner(name: name), values)
        }
    }
}

extension ActionSpecification {
    fileprivate func declare(
        in plan: inout Plan,
        _ environment: [String: String],
        _ run: @escaping Run
    ) -> ActionKind<JSON> {
        plan.action(
            name,
            on: queue,
            requires: requires.map { Named($0.name, origin: $0.origin) },
            timeout: timeout,
            expires: expires,
            origin: origin
        ) { [body] (payload: JSON, context) async throws in
            var values = try TemplateValues(body.references, context, environment)
            values.payload = payload
            _ = try await run(
                body,
                BodyOwner(name: context.name, action: context.actionID),
                values
            )
        }
    }
}

extension TemplateValues {
    /// Looks up the values of the operations that are referred to, except the running one: it has
    /// no value yet, though its `stop` may name it.
    fileprivate init(
        _ references: [ValueReference],
        without running: String? = nil,
        _ context: OperationContext,
        _ environment: [String: String]
    ) throws {
        self.init(
            environment: environment,
            launchID: context.launchID,
            service: context.launch.name
        )
        for case .operation(let name, _) in references
        where name != running && operations[name] == nil {
            let value: ConfiguredValue? = try context.output(named: name)
            operations[name] = value?.json
        }
    }
}

package import SlipwayJSON

/// Text with `${…}` references, parsed when the file is read and filled in when it is used.
///
/// `$$` stands for one dollar sign.
package struct Template: Hashable, Sendable {
    /// A part of the text.
    package enum Segment: Hashable, Sendable {
        case literal(String)
        case reference(ValueReference)
    }

    /// The parts, in order; no two literals are adjacent.
    package var segments: [Segment]
    /// The text is JSON, in which each value is written as JSON: none of them can end a string, or
    /// add a member.
    package var isJSON = false

    /// Creates a template from its parts.
    package init(segments: [Segment]) {
        self.segments = segments
    }

    /// Creates a template without references.
    package init(literal: String) {
        self.init(segments: literal.isEmpty ? [] : [.literal(literal)])
    }
}

/// The target of a `${…}`.
package enum ValueReference: Hashable, Sendable {
    /// `operations.NAME.value.PATH`: a part of the operation's value, or all of it if the path is
    /// empty. The reference is a `requires` edge.
    case operation(String, path: [String])
    /// `operations.NAME.age`: the whole seconds since a stored value was new, 0 for a new value,
    /// null (in a text `unknown`) if they are not known. The reference is a `requires` edge.
    case age(String)
    /// `payload.PATH`: a part of the launch action's payload; only in actions.
    case payload(path: [String])
    /// `env.NAME`: a variable of the daemon's environment.
    case environment(String)
    /// `credential.NAME`: a credential of the daemon's unit; only where no other user can read it.
    case credential(String)
    /// `launch.id`.
    case launchID
    /// `action.id`, `action.attempt` or `action.key`; only in actions.
    case action(ActionPart)

    /// The parts by which an action is recognised.
    package enum ActionPart: String, CaseIterable, Hashable, Sendable {
        /// The identity, which stays the same for all attempts.
        case id
        /// The number of the attempt, from 1.
        case attempt
        /// The sender's idempotency key, or the identity if the sender gave none.
        case key
    }
}

/// The values for the references of a template.
package struct TemplateValues: Sendable {
    /// The values of the operations that were referred to, by name.
    package var operations: [String: JSON]
    /// The ages of these values, by the names of their operations; zero for a new value, `nil` if
    /// not known.
    package var ages: [String: Duration?] = [:]
    /// The launch action's payload; `nil` in an operation.
    package var payload: JSON?
    /// The parts by which the launch action is recognised; empty in an operation.
    package var action: [ValueReference.ActionPart: String]
    /// The daemon's environment.
    package var environment: [String: String]
    /// The credentials of the daemon's unit that the configuration refers to.
    package var credentials: Credentials
    /// The launch's identity.
    package var launchID: String
    /// The name of the service.
    package var service: String

    /// Creates a set of values.
    package init(
        operations: [String: JSON] = [:],
        payload: JSON? = nil,
        action: [ValueReference.ActionPart: String] = [:],
        environment: [String: String] = [:],
        credentials: Credentials = Credentials(),
        launchID: String = "",
        service: String = ""
    ) {
        self.operations = operations
        self.payload = payload
        self.action = action
        self.environment = environment
        self.credentials = credentials
        self.launchID = launchID
        self.service = service
    }
}

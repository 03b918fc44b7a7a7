package import Slipway

/// The content of a configuration file and its drop-ins.
package struct Configuration: Hashable, Sendable {
    /// Key `name`: the service.
    package var name: String
    /// Key `deadline`: from the process's start to ready; default 90 s.
    package var deadline: Duration
    /// Key `grace`: how long a cancelled operation and the teardown may take; default 10 s.
    package var grace: Duration
    /// Key `drain`: how long a stop leaves running actions alone; default the grace.
    package var drain: Duration?
    /// Key `storage`: whether the launch may be without a place for its actions; default it may.
    package var storage = StorageSpecification.optional
    /// Key `queues`, and `userInitiated` with an automatic width unless the file declares it.
    package var queues: [Queue: QueueWidth]
    /// Key `operations`, in the order of the file.
    package var operations: [OperationSpecification]
    /// Key `actions`, in the order of the file.
    package var actions: [ActionSpecification]
    /// Key `operators`: who may operate the service besides root and the daemon's own user.
    package var operators: PrincipalsSpecification
    /// Every reference to a variable.
    package var variables: [VariableMention]
    /// What is no fault, and likely to be meant otherwise.
    package var warnings: [ConfigurationFault] = []
}

/// Whether a launch may be without the place where its actions are kept.
package enum StorageSpecification: String, CaseIterable, Hashable, Sendable {
    /// It goes on, degraded.
    case optional
    /// It fails.
    case required
}

/// One of `actions`.
package struct ActionSpecification: Hashable, Sendable {
    /// Its key: letters, digits, `_`, `.` and `-`, at most 64.
    package var name: String
    /// The position of its key.
    package var origin: Origin
    /// Key `queue`, default `userInitiated`.
    package var queue: Queue
    /// Key `requires`, then the operations whose values its body refers to; none twice.
    package var requires: [DependencySpecification]
    /// Key `timeout`: how long one may run; default 60 s.
    package var timeout: Duration
    /// What one of the kind is promised.
    package var policy: ActionPolicySpecification
    /// Key `parameters`: what a payload may hold.
    package var parameters: PayloadSchema
    /// Key `allow`: who may send one, besides the operators; default every user who can
    /// connect.
    package var allow: PrincipalsSpecification?
    /// What it does.
    package var body: BodySpecification
}

/// An operation that another one, or an action, depends on.
package struct DependencySpecification: Hashable, Sendable {
    /// The operation depended on.
    package var name: String
    /// The position of the reference.
    package var origin: Origin

    /// Names an operation.
    package init(name: String, origin: Origin) {
        self.name = name
        self.origin = origin
    }
}

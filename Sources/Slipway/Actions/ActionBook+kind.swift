extension ActionBook {
    /// A kind of action and its line.
    struct Kind: Sendable {
        let name: String
        let policy: ActionPolicy
        /// The facts that all of its actions have in common.
        let common: Shared<ActionStatus.Common>
        /// The actions that wait, in order; ended ones are passed over.
        ///
        /// With an order key, only those of them that may be next.
        var line = Fifo<ActionID>()
        /// The actions that were taken from the line, at most as many as the kind is wide; no other
        /// may pass them.
        var taken: [ActionID] = []
        /// The kind's actions by their keys; `nil` for a kind without keys.
        var keyed: KeyedLines?
        /// The number of its open actions that are not taken.
        private(set) var waiting = 0
        /// ``waiting`` by owner; actions without an owner are not counted.
        private(set) var owned: [UInt32: Int] = [:]
        /// The number of its open actions, taken or not, that wait for the next launch.
        var postponed = 0
        /// The required operation that did not succeed, and why: nothing of this kind runs in this
        /// launch.
        ///
        /// An operation that the launch left out may well succeed in the next one.
        var unmet: (operation: String, failure: Failure, isLeftOut: Bool)?

        init(name: String, queue: Queue, requires: [String], policy: ActionPolicy) {
            self.name = name
            self.policy = policy
            if !policy.keyNames.isEmpty { keyed = KeyedLines(policy.keyNames) }
            common = Shared(
                ActionStatus.Common(
                    kind: name,
                    queue: queue,
                    requires: requires,
                    failureLimit: policy.failureLimit
                )
            )
        }

        /// The number of its open actions that do not wait for the next launch.
        var present: Int { waiting + taken.count - postponed }

        /// Actions on disk wait for the next launch, as what they require will not be there in this
        /// one.
        var waitsForNextLaunch: Bool {
            unmet.map { $0.isLeftOut || policy.unmet == .wait } ?? false
        }

        mutating func beganWaiting(ownedBy owner: UInt32?) {
            waiting += 1
            if let owner { owned[owner, default: 0] += 1 }
        }

        mutating func stoppedWaiting(ownedBy owner: UInt32?) {
            waiting -= 1
            guard let owner, let count = owned[owner] else { return }
            owned[owner] = count > 1 ? count - 1 : nil
        }

        /// The resources that each of its actions uses while it runs.
        var resources: Set<ActionResource> {
            var resources = Set(policy.locks.map { ActionResource.lock($0) })
            resources.insert(.kind(name))
            let queue = common.value.queue
            if queue != .userInitiated { resources.insert(.queue(queue)) }
            return resources
        }
    }
}

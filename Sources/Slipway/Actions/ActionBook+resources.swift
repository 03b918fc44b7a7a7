extension ActionBook.Kind {
    /// The resources that each of its actions uses while it runs.
    var resources: Set<ActionResource> {
        var resources = Set(policy.locks.map { ActionResource.lock($0) })
        resources.insert(.kind(name))
        let queue = common.value.queue
        if queue != .userInitiated { resources.insert(.queue(queue)) }
        return resources
    }
}

extension OperationStatus {
    /// The operation counts in "3/7 operations": it gates readiness and is no group.
    package var isCounted: Bool { !declared.isGroup && stage == .launch }

    /// The operation did not end well.
    package var isTrouble: Bool { outcome.map { !$0.isPlain } ?? false }

    /// The launch lacks the operation: it did not end well, and is not only there on demand.
    package var isLack: Bool { isTrouble && !declared.isOnDemand }

    /// The operation's own end is the cause, and not the end of another one.
    package var isCause: Bool {
        switch outcome {
        case .degraded, .failed, .cancelled: true
        case nil, .succeeded, .skipped, .notNeeded: false
        }
    }
}

extension Report {
    /// The operations that did not end well, in declaration order, without those that were added on demand.
    ///
    /// A group is among them only if none of its operations shows the cause.
    package var troubles: [OperationStatus] {
        let groups = operations.lazy.filter(\.isGroup).map { ($0.name, $0.group) }.keyed()
        var told: Set<String> = []
        for operation in operations
        where !operation.isGroup && operation.isCause && !operation.isOnDemand {
            var around = operation.group
            while let name = around, told.insert(name).inserted { around = groups[name] ?? nil }
        }
        return operations.filter { $0.isLack && !($0.isGroup && told.contains($0.name)) }
    }

    /// The programs that the service lacks, in declaration order, without those whose operation did
    /// not end well: its reason is the program's.
    package var lackedPrograms: [ProgramStatus] {
        let lacked = programs.filter(\.isTrouble)
        guard !lacked.isEmpty else { return [] }
        let told = Set(operations.lazy.filter(\.isTrouble).map(\.name))
        return lacked.filter { !told.contains($0.name) }
    }

    /// `paused`, or the paused queues; `nil` if none is paused.
    package var pauseWords: String? {
        if course.isPaused { return "paused" }
        guard !course.pausedQueues.isEmpty else { return nil }
        let names = course.pausedQueues.map { "'\($0)'" }.joined(separator: ", ")
        return course.pausedQueues.count == 1
            ? "queue \(names) is paused" : "queues \(names) are paused"
    }
}

extension OperationStatus {
    /// Whether readiness waits for it and it is no group: what "3/7 operations" counts.
    package var isCounted: Bool { !isGroup && stage == .launch }

    /// Whether it ended otherwise than well.
    package var isTrouble: Bool { outcome.map { !$0.isPlain } ?? false }

    /// Whether its own end says what went wrong, rather than that something else did.
    package var isCause: Bool {
        switch outcome {
        case .degraded, .failed, .cancelled: true
        case nil, .succeeded, .skipped, .notNeeded: false
        }
    }
}

extension Report {
    /// The operations that did not end well, in declaration order.
    ///
    /// A group is among them only when what is in it does not tell already.
    package var troubles: [OperationStatus] {
        let groups = Dictionary(
            operations.lazy.filter(\.isGroup).map { ($0.name, $0.group) },
            uniquingKeysWith: { first, _ in first }
        )
        var told: Set<String> = []
        for operation in operations where !operation.isGroup && operation.isCause {
            var around = operation.group
            while let name = around, told.insert(name).inserted { around = groups[name] ?? nil }
        }
        return operations.filter { $0.isTrouble && !($0.isGroup && told.contains($0.name)) }
    }

    /// `paused`, or which queues are; `nil` when nothing is.
    package var pauseWords: String? {
        if isPaused { return "paused" }
        guard !pausedQueues.isEmpty else { return nil }
        let names = pausedQueues.map { "'\($0)'" }.joined(separator: ", ")
        return pausedQueues.count == 1 ? "queue \(names) is paused" : "queues \(names) are paused"
    }
}

extension PlanCheck {
    /// Numbers the queues, `main` first; an addition has those of its launch.
    mutating func checkQueues() {
        if let existing {
            lanes = existing.lanes
            // Every plan begins with the default.
            let standard = QueueWidths.standard.entries
            for entry in plan.queues.entries
            where laneNumber(of: entry.queue) == nil && !standard.contains(entry) {
                reportUnknown(entry.queue.name, in: plan.name, Origin(file: "", line: 0))
            }
            return
        }
        lanes = [Graph.Lane(queue: .main, width: .fixed(1))]
        for entry in plan.queues.entries {
            if case .fixed(let count) = entry.width, entry.queue == .main || count < 1 {
                faults.append(.invalidWidth(queue: entry.queue.name, width: count))
            }
            if entry.queue != .main {
                lanes.append(Graph.Lane(queue: entry.queue, width: entry.width))
            }
        }
    }

    /// The number of a queue; `nil` when it is not declared.
    func laneNumber(of queue: Queue) -> UInt16? {
        if queue == .main { return 0 }
        // All but the first are by name.
        var range = 1..<lanes.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if lanes[middle].queue == queue { return UInt16(truncatingIfNeeded: middle) }
            if lanes[middle].queue.name < queue.name {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return nil
    }

    mutating func reportUnknown(_ queue: String, in name: String, _ origin: Origin) {
        let meant = nearest.next(queue, among: lanes.lazy.map(\.queue.name))
        faults.append(.unknownQueue(queue, in: name, origin: origin, nearest: meant))
    }
}

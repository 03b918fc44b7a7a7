extension PlanCheck {
    /// Numbers the queues, `main` first; an addition has those of its launch.
    mutating func checkQueues() {
        if let existing {
            lanes = existing.lanes
            let known = Set(lanes.map(\.queue))
            for queue in plan.queues.keys.map(\.name).sorted()
            where !known.contains(.named(queue)) {
                reportUnknown(queue, in: plan.name, Origin(file: "", line: 0))
            }
            return
        }
        lanes = [Graph.Lane(queue: .main, width: .fixed(1))]
        for (queue, width) in plan.queues.sorted(by: { $0.key.name < $1.key.name }) {
            if case .fixed(let count) = width, queue == .main || count < 1 {
                faults.append(.invalidWidth(queue: queue.name, width: count))
            }
            if queue != .main { lanes.append(Graph.Lane(queue: queue, width: width)) }
        }
    }

    /// For each queue that an operation names, its number.
    var laneNumbers: [Queue: UInt16] {
        var numbers: [Queue: UInt16] = [:]
        for (number, lane) in lanes.enumerated() {
            numbers[lane.queue] = UInt16(truncatingIfNeeded: number)
        }
        return numbers
    }

    mutating func reportUnknown(_ queue: String, in name: String, _ origin: Origin) {
        let nearest = NearestName.of(queue, among: lanes.map(\.queue.name))
        faults.append(.unknownQueue(queue, in: name, origin: origin, nearest: nearest))
    }
}

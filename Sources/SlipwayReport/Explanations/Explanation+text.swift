internal import Slipway

extension Explanation {
    /// The chain as a tree, one line per step.
    ///
    /// ```
    /// storefront: starting for 1.200s of 30s
    /// └─waits for feature-toggles: pending
    ///   └─requires sdk-init: running for 1.200s of 5s
    /// ```
    ///
    /// From the 31st step on, lines are no further to the right.
    public var text: String {
        let depths = steps.indices.map(depth)
        let lastSibling = depths.lastIndex(of: 1) ?? 0
        let lines = steps.indices.map { index in
            let text = steps[index].text(isLaunch: subject == nil && index == 0)
            // Only steps of depth 1 have siblings, so only their line continues below.
            switch depths[index] {
            case 0: return text
            case 1: return (index < lastSibling ? "├─" : "└─") + text
            case let depth:
                let margin = index < lastSibling ? "│ " : "  "
                return margin + TreeMargin.text(depth - 2) + "└─" + text
            }
        }
        return lines.joined(separator: "\n")
    }

    /// A step is a child of the one above it, except steps that the launch waits for, or failed
    /// because of, at the same time: these are children of the launch.
    private func depth(_ index: Int) -> Int {
        let relation = steps[index].relation
        let isSibling =
            relation == Step.alsoRunning || relation == Step.beside
            || subject == nil && relation == Step.because
        return isSibling ? min(index, 1) : index
    }
}

extension Explanation.Step {
    fileprivate func text(isLaunch: Bool) -> String {
        let title = relation == Self.subject ? name : "\(relation) \(name)"
        var line = "\(title): \(state)"
        if let elapsed { line += " " + words(for: elapsed.timespan, isLaunch: isLaunch) }
        if let budget { line += " of \(budget.timespan)" }
        if let detail { line += " (\(detail))" }
        return line.printable
    }

    private func words(for elapsed: String, isLaunch: Bool) -> String {
        if goesOn(isLaunch: isLaunch) { return "for \(elapsed)" }
        return isSince(isLaunch: isLaunch) ? "\(elapsed) ago" : "after \(elapsed)"
    }

    /// Tells whether the time is that since the end: of a program, which has no time of its own.
    private func isSince(isLaunch: Bool) -> Bool {
        !isLaunch && (state == "ended" || state == "stopped")
    }

    /// For a launch `ready` is a final state; an operation that is ready waits for its queue.
    private func goesOn(isLaunch: Bool) -> Bool {
        switch state {
        case "starting", "reloading", "stopping", "pausing", "pending", "waiting", "running": true
        case "awaited", "unavailable", "failing", "damaged": true
        case "ready": !isLaunch
        default: false
        }
    }
}

@testable import Slipway

/// What really happened to actions, and what was told of them, over all launches.
struct ActionLedger {
    private struct Page {
        let kind: Int
        let isKept: Bool
        var isAccepted = false
        /// How often its handler began.
        var begun = 0
        var isRunning = false
        /// The end that its sender was told.
        var end: ActionStatus.State?
        /// Whether its launch ended, and it was not kept.
        var isLost = false
    }

    var violations: [String] = []
    private let policies: [ActionPolicy]
    private var pages: [ActionID: Page] = [:]
    /// Whether a machine's crash may have forgotten attempts.
    private var hasLostPower = false
    /// The actions whose end could not be stored: after a crash they wait again.
    private var refusedEnds: Set<ActionID> = []
    /// The actions of each kind in the order of their first beginning.
    private var beginnings: [Int: [ActionID]] = [:]
    private var acceptances: [ActionID] = []

    init(_ policies: [ActionPolicy]) {
        self.policies = policies
    }

    mutating func reserved(_ id: ActionID, _ kind: Int, isKept: Bool) {
        pages[id] = Page(kind: kind, isKept: isKept)
        acceptances.append(id)
        if !isKept { pages[id]?.isAccepted = true }
    }

    mutating func refused(_ change: ActionChange) {
        if case .end(let id, _) = change { refusedEnds.insert(id) }
    }

    mutating func accepted(_ id: ActionID) { pages[id]?.isAccepted = true }

    mutating func told(_ status: ActionStatus) {
        guard let page = pages[status.id] else {
            return violations.append("\(status.id) is told of, and was never sent")
        }
        if !page.isAccepted { violations.append("\(status.id) is told of, and is not accepted") }
        if let end = page.end { violations.append("\(status.id) changes after it ended: \(end)") }
        if status.state.isEnded {
            pages[status.id]?.end = status.state
            if page.isRunning { violations.append("\(status.id) ends while its handler runs") }
        }
    }

    mutating func began(_ id: ActionID) {
        guard let page = pages[id] else { return violations.append("\(id) was never sent") }
        if !page.isAccepted { violations.append("\(id) begins, and is not accepted") }
        if page.end != nil { violations.append("\(id) begins after its end") }
        if pages.values.contains(where: { $0.kind == page.kind && $0.isRunning }) {
            violations.append("two of k\(page.kind) run")
        }
        let policy = policies[page.kind]
        if page.begun == 0 { beginnings[page.kind, default: []].append(id) }
        pages[id]?.begun += 1
        pages[id]?.isRunning = true
        let isRepeated = page.begun + 1 > 1
        if policy.effect == .once, policy.retry == nil, isRepeated {
            violations.append("\(id) must not be repeated, and begins again")
        }
    }

    mutating func bodyEnded(_ id: ActionID) { pages[id]?.isRunning = false }

    mutating func restored(
        _ actions: [RestoredAction],
        at rows: [(id: ActionID, row: ModelDisk.Row)]
    ) {
        for action in actions where pages[action.id]?.end != nil {
            violations.append("\(action.id) comes again after its end")
        }
    }

    /// The store has to know what senders were told.
    mutating func crashed(
        _ crash: ModelDisk.Crash,
        _ rows: [(id: ActionID, row: ModelDisk.Row)]
    ) {
        if crash == .power { hasLostPower = true }
        let stored = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.row) })
        for (id, page) in pages {
            pages[id]?.isRunning = false
            guard page.isKept else {
                pages[id]?.isLost = true
                continue
            }
            if page.isAccepted, stored[id] == nil { violations.append("\(id) is lost") }
            if let row = stored[id], !page.isAccepted { pages[id]?.isAccepted = row.end == nil }
            if let end = page.end, stored[id]?.end != end {
                violations.append(
                    "\(id): told \(end), stored \(String(describing: stored[id]?.end))"
                )
            }
            if let end = stored[id]?.end, page.end == nil { pages[id]?.end = end }
        }
    }

    mutating func finished(_ rows: [(id: ActionID, row: ModelDisk.Row)]) {
        let stored = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.row) })
        for (id, page) in pages where page.isAccepted && !page.isLost {
            guard let end = page.end else {
                violations.append("\(id) never ended")
                continue
            }
            if page.isKept, stored[id]?.end != end {
                violations.append("\(id): \(end) is not stored")
            }
        }
        for (kind, begun) in beginnings where policies[kind].durability == .disk {
            let begun = begun.filter { !refusedEnds.contains($0) }
            let order = acceptances.filter { begun.contains($0) }
            if order != begun { violations.append("k\(kind) ran out of order: \(begun)") }
        }
    }
}

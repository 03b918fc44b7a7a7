@testable import Slipway

/// The facts about actions, and the words that were told of them, over all launches.
struct ActionLedger {
    struct Page {
        let kind: Int
        let key: Int?
        var isKept: Bool
        var isAccepted = false
        /// Its sender was told that it is not accepted.
        var isRefused = false
        /// The number of times that its handler began.
        var begun = 0
        /// The number of these that the store did not know any more after the machine had crashed.
        var forgotten = 0
        var isRunning = false
        /// The number of times that its handler was interrupted: the process, or the program that
        /// ran it, ended.
        var interruptions = 0
        /// Its last attempt threw: only then may it be repeated, if it must run once.
        var hasThrown = false
        /// The launch goes on without waiting for its handler.
        var isLeftBehind = false
        /// It was told to wait for the next launch.
        var isPostponed = false
        /// The end that its sender was told, or can read from the store.
        var end: ActionStatus.State?
        /// Its launch ended, and it was not kept.
        var isLost = false
        /// Its record was let go of.
        var isPurged = false
    }

    var violations: [String] = []
    let policies: [ActionPolicy]
    var pages: [ActionID: Page] = [:]
    /// The actions whose end could not be stored: after a crash they wait again.
    private(set) var refusedEnds: Set<ActionID> = []
    /// The order keys with which actions began.
    var lines: [ActionID: ExactText] = [:]
    private(set) var acceptances: [ActionID] = []

    init(_ policies: [ActionPolicy]) {
        self.policies = policies
    }

    mutating func require(_ isTrue: Bool, _ violation: @autoclosure () -> String) {
        if !isTrue { violations.append(violation()) }
    }

    mutating func reserved(_ id: ActionID, _ kind: Int, key: Int?, isKept: Bool) {
        pages[id] = Page(kind: kind, key: key, isKept: isKept)
        acceptances.append(id)
    }

    /// The store has answered; before the book does anything about it.
    mutating func answered(_ report: ModelDisk.Report) {
        switch (report.change, report.answer) {
        case (.accept(let action, _, _, _), .stored): accept(action.id)
        case (.accept(let action, _, _, _), _): pages[action.id]?.isRefused = true
        case (.end(let id, _), .refused): refusedEnds.insert(id)
        default: break
        }
    }

    mutating func accept(_ id: ActionID) {
        pages[id]?.isAccepted = true
        guard let page = pages[id], let key = page.key else { return }
        let same = pages.values.filter {
            $0.key == key && $0.isKept == page.isKept && $0.isAccepted && !$0.isPurged && !$0.isLost
        }
        require(same.count == 1, "the key \(key) was accepted \(same.count) times")
    }

    mutating func told(_ status: ActionStatus) {
        let id = status.id
        guard let page = pages[id] else {
            return violations.append("\(id) is told of, and was never sent")
        }
        require(page.isAccepted, "\(id) is told of, and is not accepted")
        if let end = page.end { violations.append("\(id) changes after it ended: \(end)") }
        pages[id]?.isPostponed = status.isPostponed
        guard status.state.isEnded else { return }
        require(
            !page.isPostponed || status.state.mayEndAWait,
            "\(id) was told to wait for the next launch, and is \(status.state)"
        )
        pages[id]?.end = status.state
        require(!page.isRunning || page.isLeftBehind, "\(id) ends while its handler runs")
        if case .superseded(let successor) = status.state, let end = pages[successor]?.end {
            require(
                end != .expired || refusedEnds.contains(id),
                "\(id) is superseded by \(successor), which has expired"
            )
        }
        require(
            status.state != .expired || page.begun <= page.forgotten,
            "\(id) expires, and had begun"
        )
        require(
            status.state != .cancelled(reason: BookExploration.stopReason) || !page.isKept,
            "\(id) does not survive a stop"
        )
    }

    mutating func began(_ id: ActionID) {
        guard let page = pages[id] else { return violations.append("\(id) was never sent") }
        require(page.isAccepted, "\(id) begins, and is not accepted")
        require(page.end == nil, "\(id) begins after its end")
        require(!page.isPostponed, "\(id) begins, and was to wait for the next launch")
        require(!page.isLost, "\(id) begins, and its launch is over")
        let policy = policies[page.kind]
        require(
            pages.values.count { $0.kind == page.kind && $0.isRunning } < policy.width,
            "more of k\(page.kind) run than \(policy.width)"
        )
        pages[id]?.begun += 1
        pages[id]?.isRunning = true
        pages[id]?.hasThrown = false
        if policy.effect == .once, page.begun > 0 {
            require(
                page.hasThrown && page.begun < policy.retry?.attempts ?? 1,
                "\(id) must not be repeated, and begins again"
            )
        }
        require(
            page.interruptions < ActionPolicy.interruptionLimit || page.forgotten > 0,
            "\(id) begins again after \(page.interruptions) interruptions"
        )
    }

    mutating func leftBehind(_ id: ActionID) { pages[id]?.isLeftBehind = true }

    /// One whose last attempt was interrupted runs alone.
    mutating func beginsAlone(_ id: ActionID, _ running: Int) {
        require(running <= 1, "\(id) is to run alone, and \(running) run")
    }

    mutating func bodyEnded(_ id: ActionID, _ outcome: Outcome, hadCompany: Bool) {
        pages[id]?.isRunning = false
        pages[id]?.isLeftBehind = false
        if case .failed(let failure) = outcome {
            pages[id]?.hasThrown = !failure.isInterruption
            if failure.isInterruption, !hadCompany { pages[id]?.interruptions += 1 }
        }
    }

    mutating func purged(_ ids: [ActionID]) {
        for id in ids { pages[id]?.isPurged = true }
    }

    mutating func restored(_ actions: [RestoredAction], _ rows: [ActionID: ModelTable.Row]) {
        for action in actions {
            require(pages[action.id]?.end == nil, "\(action.id) comes again after its end")
            accept(action.id)
        }
        // An action in memory is of this launch, which tells its end itself.
        for (id, row) in rows where row.isKept && pages[id]?.end == nil {
            pages[id]?.end = row.end
        }
    }
}

extension ActionStatus.State {
    /// An action that waits for the next launch can end so in this one.
    fileprivate var mayEndAWait: Bool {
        switch self {
        case .cancelled, .expired, .superseded: true
        case .waiting, .running, .done, .failed, .interrupted: false
        }
    }
}

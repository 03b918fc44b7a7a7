/// A wait of a body, condition or fallback for something of its own launch, for as long as it lasts.
struct BodyWait: Sendable {
    /// The thing that it waits for; an operation by its handle, since numbers are used again.
    enum Target: Hashable, Sendable {
        case operation(OperationID)
        case action(ActionID)
        /// The launch to be ready.
        case ready
    }

    /// The operation, or the kind of launch action, whose body waits.
    let waiter: Int
    let target: Target
    /// The body's own task waits, and not a child of it: the body does nothing else meanwhile.
    let isOfBody: Bool
    /// The body has given its slot in the queue away for as long as it waits.
    let isOutsideQueue: Bool
}

/// Waits of bodies: a body holds its locks and its slot until it returns, so it may wait for
/// something that it keeps from starting.
extension LaunchMachine {
    /// A body begins to wait.
    ///
    /// - Returns: The number of the wait, for ``endWait(_:)``; `nil` when nothing of the operation
    ///   runs.
    mutating func beginWait(
        of waiter: Int,
        for target: BodyWait.Target,
        isOfBody: Bool
    ) -> Int? {
        guard records[call: waiter] != nil else { return nil }
        let wait = BodyWait(
            waiter: waiter,
            target: target,
            isOfBody: isOfBody,
            isOutsideQueue: isOfBody && leaveQueueToWait(waiter)
        )
        let number = waits.add(wait)
        if records[waiter].isAction {
            giveUpIfVain([wait])
        } else if course.isOpen, WaitAnalysis(self, [waiter]).circle(of: waiter) != nil {
            tell { .operationWaitsInVain($0.status(of: waiter)) }
            giveUpIfVain(waits.all)
        }
        advance()
        return number
    }

    /// A body goes on.
    mutating func endWait(_ number: Int) {
        guard let wait = waits.remove(number), wait.isOutsideQueue else { return }
        returnToQueue(wait.waiter)
        let queue = Int(records[wait.waiter].queue)
        guard slots.queues[queue].held >= slots.queues[queue].width,
            !slots.queues[queue].reserved.isEmpty
        else {
            return
        }
        offerReserved(of: queue)
        advance()
    }

    /// All that is active are bodies that wait for what can never come, and that nothing will
    /// interrupt.
    ///
    /// A wait of a child of a body does not count: the body may race it with a sleep.
    var onlyWaitsInVain: Bool {
        guard waits.bodies.count >= remaining.active else { return false }
        let waiters = waits.bodies.filter { records[call: $0] != nil }
        guard waiters.count >= remaining.active else { return false }
        let analysis = WaitAnalysis(self, waiters.sorted(), countsLimits: true, isStall: true)
        return waiters.count { analysis.isStuck($0) } >= remaining.active
    }

    /// Asks bodies to give up that wait in vain, one after another, until something can go on.
    mutating func giveUpWaits() {
        for waiter in waits.all.map(\.waiter) where !canGoOn {
            guard let words = vainWaitWords([waiter]).first else { continue }
            requestCancel(waiter, reason: words, cause: .vainWait)
        }
    }

    /// Asks handlers to give up that wait in vain: the launch goes on meanwhile, so that no stall
    /// would show them, and their own timeout is there for what may come late.
    mutating func giveUpIfVain(_ found: [BodyWait]) {
        for wait in found where wait.isOfBody && records[wait.waiter].isAction {
            guard WaitAnalysis(self, [wait.waiter], countsLimits: true).isStuck(wait.waiter),
                let words = vainWaitWords([wait.waiter]).first
            else { continue }
            requestCancel(wait.waiter, reason: words, cause: .vainWait)
        }
    }

    /// The thing that a body waits for, as a status tells it; `nil` if it does not wait.
    func awaited(by waiter: Int) -> OperationStatus.Awaited? {
        guard !waits.isEmpty else { return nil }
        let open = waits.of(waiter)
        // A wait that holds up the whole body tells more.
        for wait in open.filter(\.isOfBody) + open {
            switch wait.target {
            case .operation(let id):
                guard let index = index(of: id), !records[index].hasEnded else { continue }
                return .operation(name(of: index))
            case .action(let id):
                guard let state = book[id]?.state, !state.isEnded else { continue }
                return .action(id)
            case .ready:
                guard course.isBeforeReady else { continue }
                return .launch
            }
        }
        return nil
    }

    /// The circle that makes a body wait in vain, in words; `nil` if there is none.
    func circleWords(of waiter: Int) -> String? {
        WaitAnalysis(self, [waiter]).circle(of: waiter).map { words($0, from: waiter) }
    }

    /// The operations of all circles that make bodies wait in vain.
    var operationsInCircles: Set<Int> {
        guard !waits.isEmpty else { return [] }
        let waiters = waits.all.map(\.waiter)
        let analysis = WaitAnalysis(self, waiters)
        let circles = waiters.compactMap { analysis.circle(of: $0) }
        return Set(circles.joined().compactMap(\.node.operation))
    }

    /// The circles of bodies that wait in vain, each once, and what to do about them.
    ///
    /// - Parameters:
    ///   - waiters: The bodies; `nil` for all that wait.
    ///   - member: Only circles that lead through this operation; `nil` for all.
    /// - Returns: A line for each, three at most.
    func vainWaitWords(_ waiters: [Int]? = nil, through member: Int? = nil) -> [String] {
        guard !waits.isEmpty else { return [] }
        var seen: Set<Int> = []
        var lines: [String] = []
        let waiters = waiters ?? waits.all.map(\.waiter)
        let analysis = WaitAnalysis(self, waiters)
        for waiter in waiters where !seen.contains(waiter) && lines.count < 3 {
            guard let circle = analysis.circle(of: waiter) else { continue }
            if let member, !circle.contains(where: { $0.node.operation == member }) { continue }
            seen.formUnion(circle.compactMap(\.node.operation))
            let advice = awaited(by: waiter)?.advice(to: name(of: waiter)) ?? ""
            lines.append("\(words(circle, from: waiter)): \(advice)")
        }
        return lines
    }

    /// The wait of the handler of a kind, or the step that it still lacks, in words; `nil` if there
    /// is neither.
    func handlerWait(of kind: Int) -> String? {
        awaited(by: kind).map {
            vainWaitWords([kind]).first ?? "waits in its body for \($0.words)"
        } ?? lack(of: kind)
    }

    private func words(_ circle: [WaitAnalysis.Link], from waiter: Int) -> String {
        var words = "'\(name(of: waiter))'"
        for (number, link) in circle.enumerated() {
            let isSelf = number == 0 && link.node.operation == waiter
            words += number == 0 ? " " : ", which "
            words += isSelf ? selfWords(link) : self.words(link)
        }
        return words
    }

    private func selfWords(_ link: WaitAnalysis.Link) -> String {
        if case .awaitsAction(isOwn: false) = link.kind {
            return "waits in its body for another action of its kind"
        }
        return "waits in its body for itself"
    }

    private func words(_ link: WaitAnalysis.Link) -> String {
        let part = link.group.map { "is part of '\(name(of: $0))', which " }
        return (part ?? "") + words(link.kind, link.node)
    }

    private func words(_ kind: WaitAnalysis.Link.Kind, _ node: WaitAnalysis.Node) -> String {
        let target = node.operation.map { "'\(name(of: $0))'" } ?? "the launch to be ready"
        return switch kind {
        case .awaits: "waits in its body for \(target)"
        case .awaitsAction: "waits in its body for an action \(target)"
        case .requires: "requires \(target)"
        case .after: "comes after \(target)"
        case .stage: "starts once the launch is ready"
        case .ready: "waits for \(target)"
        case .child: "ends after \(target)"
        case .lock(let lock): "needs lock '\(topology.locks[lock])' that \(target) holds"
        case .queue(let queue, let others):
            "needs queue '\(slots.queues[queue].name)' that \(target)"
                + (others > 0 ? " and \(others) more hold" : " holds")
        }
    }
}

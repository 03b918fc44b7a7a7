@testable import Slipway

/// Drives a ``LaunchMachine`` in virtual time, in any order that real threads could produce, and
/// checks the rules.
final class MachineDriver {
    var machine: LaunchMachine
    var now = Instant.at(0) { didSet { machine.now = now } }
    /// Running bodies, in order of their start.
    var running: [Int] = []
    /// The runs of parts that stay, by their numbers; those whose operations wait are running bodies too.
    var parts: [Int: Int] = [:]
    /// The parts that stay, but for those whose operations wait.
    var staying: [Int] = []
    /// Those of them that are to end.
    var leaving: Set<Int> = []
    /// Those of them whose operators wait for an answer.
    var callers: Set<Int> = []
    /// Bodies that were cancelled.
    var asked: Set<Int> = []
    /// The numbers of the waits of bodies for something of the launch.
    var waits: [Int: Int] = [:]
    /// Conditions and fallbacks in evaluation.
    var evaluating: [Int] = []
    var fallingBack: [Int] = []
    /// Groups whose errors are judged.
    var judging: [Int] = []
    var tearingDown: [Int] = []
    /// The consumers whose handlers, or what these added, have added operations.
    var addedBy: [Int: Int] = [:]
    var tornDown: [Int] = []
    var timers: [LaunchMachine.Timer: Instant] = [:]
    /// All events except the ordinary ones of an operation.
    var events: [Event.Kind] = []
    var milestones: [LaunchMachine.Milestone] = []
    var isFinished = false
    /// Everything that can start does so at once.
    var isEager = false
    /// The events that the driver has seen, for the rules.
    var seen: Seen
    /// Called with every event, to inspect a seed.
    var trace: ((String) -> Void)?
    /// Called when a rule is broken.
    var complain: (String) -> Void = { _ in }
    /// Operations that were added have been released.
    private(set) var hasReleased = false
    private let reader: Int
    /// Reads everything at the end.
    private let lateReader: Int
    /// Those who follow the launch by its events.
    var folds: FoldCheck

    init(
        _ graph: Graph,
        width: Int = 8,
        seed: UInt64 = 0,
        deadlineFrom: DeadlineOrigin = .run,
        isDurable: Bool = false
    ) {
        machine = LaunchMachine(
            graph,
            processStart: .at(0),
            deadlineFrom: deadlineFrom,
            automaticWidth: width,
            seed: seed,
            isDurable: isDurable
        )
        machine.now = now
        reader = machine.log.addReader()
        lateReader = machine.log.addReader()
        seen = Seen(machine.topology)
        folds = FoldCheck(seed: seed)
    }

    func start() {
        machine.start()
        perform()
    }

    /// Starts the next body, if one can start.
    @discardableResult
    func take(_ runner: LaunchMachine.Runner) -> Int? {
        let before = readyNodes
        let arrivals = machine.locks.arrivals
        let node = machine.takeNext(runner)
        if let node {
            trace?("take \(node)")
            // Operations that were given up to let it start.
            readLog()
            checkStart(of: node, before, hasLockWait: machine.locks.arrivals > arrivals)
            running.append(node)
            if machine.stays(node) { machine.beginPart(node) }
        }
        perform(eagerly: false)
        return node
    }

    /// Starts every body that can start; returns the operations in that order.
    @discardableResult
    func takeAll() -> [Int] {
        var taken: [Int] = []
        for runner in [LaunchMachine.Runner.main, .pool] {
            while let node = take(runner) { taken.append(node) }
        }
        return taken
    }

    /// A body returns or throws.
    func end(_ node: Int, _ result: LaunchMachine.Result = .succeeded) {
        trace?("end \(node) \(result)")
        if !running.contains(node) { complain("\(name(node)) does not run") }
        endWait(of: node)
        running.removeAll { $0 == node }
        if !machine.records[node].isLeftBehind {
            asked.remove(node)
            noteResult(of: node, result)
        }
        if let run = parts[node] {
            endAttempt(ofPart: node, run, result)
        } else if case .undo = machine.ended(node, result) {
            machine.ended(node, result, isUndone: true)
        }
        perform()
    }

    func endCondition(of node: Int, _ answer: Result<Bool, Failure>) {
        trace?("condition of \(node) \(answer)")
        evaluating.removeAll { $0 == node }
        if !seen.given.contains(node) {
            if asked.remove(node) != nil { seen.failed.insert(node) }
            switch answer {
            case .success(true): seen.holds.insert(node)
            case .success(false): seen.doesNotHold.insert(node)
            case .failure: seen.failed.insert(node)
            }
        }
        machine.conditionEnded(node, answer)
        perform()
    }

    func endFallback(of node: Int, _ found: Result<FallbackUse?, Failure>) {
        fallingBack.removeAll { $0 == node }
        asked.remove(node)
        if case .success(.some) = found { seen.fellBack.insert(node) }
        machine.fallbackEnded(node, found)
        perform()
    }

    func judge(_ node: Int, mayRetry: Bool) {
        trace?("judge \(node) \(mayRetry)")
        judging.removeAll { $0 == node }
        machine.judged(node, mayRetry: mayRetry)
        perform()
    }

    @discardableResult
    func cancel(_ node: Int, reason: String = "test") -> Bool {
        trace?("cancel \(node)")
        let wasLive = machine.cancel(node, reason: reason)
        perform(eagerly: false)
        noteCancel(of: node)
        if isEager { takeAll() }
        return wasLive
    }

    @discardableResult
    func cancel(_ action: ActionID) -> Bool {
        let wasLive = machine.cancel(action, reason: "test")
        perform()
        return wasLive
    }

    func stop(reason: String = "test") {
        seen.isAskedToStop = true
        machine.stop(reason: reason)
        perform()
    }

    /// The body of an operation asks for more time.
    func extend(_ node: Int, by duration: Duration) {
        machine.extendTimeout(node, until: now.advanced(by: duration))
        perform()
    }

    /// The body of an operation, or a handler, says which step it still lacks.
    func lacks(_ node: Int, _ words: String) {
        machine.lacks(node, words)
        perform()
    }

    /// Another launch is about to do what an operation does.
    func putBack(_ node: Int) {
        trace?("put \(node) back")
        if machine.putBack(node) { seen.putBack.insert(node) }
        perform()
    }

    func waitOutsideQueue(_ node: Int) {
        machine.waitsOutsideQueue(node)
        perform()
    }

    func finishTeardown(of node: Int) {
        tearingDown.removeAll { $0 == node }
        tornDown.append(node)
        machine.tornDown(node, nil)
        perform()
    }

    /// Advances the time to the next timer, and fires it.
    func fireNext() {
        let next = timers.min { ($0.value, "\($0.key)") < ($1.value, "\($1.key)") }
        guard let (timer, at) = next else { return }
        timers[timer] = nil
        now = max(now, at)
        machine.fired(timer)
        perform()
    }

    /// Fires a timer, which may have been disarmed.
    func fire(_ timer: LaunchMachine.Timer) {
        machine.fired(timer)
        perform()
    }

    func finishStep() { perform() }

    func perform(eagerly: Bool = true) {
        readLog()
        for effect in machine.outbox.takeEffects() {
            trace?("  effect \(effect)")
            switch effect {
            case .evaluate(let node):
                checkMayEvaluate(node)
                evaluating.append(node)
            case .fallBack(let node):
                checkMayFallBack(node)
                fallingBack.append(node)
            case .judge(let node, _):
                if !machine.isGroup(node) { complain("\(name(node)) is judged, and no group") }
                judging.append(node)
            case .requestCancel(let node):
                let isThere =
                    running.contains(node) || evaluating.contains(node)
                    || fallingBack.contains(node)
                if !isThere { complain("\(name(node)) is asked to give up and does not run") }
                asked.insert(node)
                seen.askedAt[node] = now
            case .beginPart(let node, let run): noteBegin(ofPart: node, run)
            case .askPart(let node):
                if machine.course.isTearingDown { checkMayTearDown(node) }
                noteRequest(toPart: node)
            case .cancelPart(let node): noteRequest(toPart: node)
            case .answerPart(let node, _):
                if callers.remove(node) == nil { complain("\(name(node)) answers for nothing") }
            case .tearDown(let node):
                checkMayTearDown(node)
                tearingDown.append(node)
            case .arm(let timer, let instant): timers[timer] = instant
            case .disarm(let timer): timers[timer] = nil
            case .dropPayload, .letGo, .renew, .handOver: break
            case .forget: hasReleased = true
            case .store, .beginAttempt: complain("a launch without a store keeps something")
            case .reached(let milestone): milestones.append(milestone)
            case .finish:
                if isFinished { complain("the launch finishes twice") }
                isFinished = true
            }
        }
        checkState()
        machine.releaseAdditions()
        if isEager, eagerly { takeAll() }
    }

    private func readLog() {
        let (read, lost) = machine.readEvents(reader, upTo: .max)
        if lost > 0 { complain("\(lost) events are lost") }
        let declared = machine.topology.declared
        for event in read.map({ $0.event(declared) }) {
            trace?(event.kind.words)
            if event.at < seen.lastEvent { complain("an event is earlier than the one before") }
            seen.lastEvent = event.at
            events.append(event.kind)
            folds.take(event)
            note(event.kind)
        }
        if !read.isEmpty { folds.finishReading(machine.log.last, machine.report(), at: now) }
    }

    /// An event says the same, however late it is read.
    func readLate() {
        let (read, lost) = machine.readEvents(lateReader, upTo: .max)
        guard lost == 0 else { return }
        let declared = machine.topology.declared
        for (late, early) in zip(read.map { $0.event(declared).kind }, events) where late != early {
            complain("read late, '\(early.words)' says something else")
        }
    }

    func name(_ index: Int) -> String { "'\(machine.name(of: index))'" }

    func isAction(_ index: Int) -> Bool { machine.topology.operations[index].isAction }

    /// The operations with their dependencies and locks.
    var plot: String {
        let topology = machine.topology
        return machine.indices.map { index in
            let links = isAction(index) ? [] : Array(topology.dependencies[index])
            let needs = links.map { "\($0.kind == .requires ? "" : "after ")\($0.index)" }
            let locks = topology.operations[index].options.locks.map { " [\($0)]" }
            let state = machine.records[state: index]
            let group = topology.operations[index].group ?? -1
            let place = "\(index) \(name(index)) \(state) in group \(group)"
            let count = " waits for \(machine.records[index].inDegree): "
            return place + count + needs.joined(separator: ", ") + locks.joined()
        }.joined(separator: "\n")
    }

    /// The operations that wait for their queue.
    private var readyNodes: [Int] {
        machine.indices.filter { machine.records[$0].isReady }
    }
}

extension LaunchMachine {
    var indices: Range<Int> { records.indices }
}

extension Event.Kind {
    /// The words of a trace.
    fileprivate var words: String {
        switch self {
        case .operationReady(let status): "ready \(status.name)"
        case .operationStarted(let status): "started \(status.name)"
        case .operationEnded(let status): "ended \(status.name) \(status.outcome?.word ?? "")"
        default: "\("\(self)".prefix(200))"
        }
    }
}

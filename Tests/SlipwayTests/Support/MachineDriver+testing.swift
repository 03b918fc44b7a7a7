import Testing

@testable import Slipway

extension MachineDriver {
    /// A driver that starts everything as soon as it can start, and that checks the rules as
    /// expectations.
    static func checked(_ graph: Graph, width: Int = 8, seed: UInt64 = 0) -> MachineDriver {
        let driver = MachineDriver(graph, width: width, seed: seed)
        driver.isEager = true
        driver.complain = { Issue.record("\($0)") }
        return driver
    }

    /// A started driver of that kind.
    static func started(_ plan: Plan, width: Int = 8) throws -> MachineDriver {
        let driver = checked(try Graph(plan), width: width)
        driver.start()
        return driver
    }

    /// A started driver of that kind, of a launch without what is optional.
    static func startedWithoutOptional(_ plan: Plan, width: Int = 8) throws -> MachineDriver {
        let driver = checked(try Graph(plan), width: width)
        driver.machine.leaveOutOptional(reason: "safe mode")
        driver.start()
        return driver
    }

    // MARK: What users see

    var phase: Phase { machine.phase }

    var rootCauses: [RootCause] { machine.course.rootCauses }

    var report: Report { machine.report() }

    func outcome(_ node: Int) -> Outcome? { machine.records[outcome: node] }

    func outcome(_ name: String) -> Outcome? { status(name)?.outcome }

    func status(_ node: Int) -> OperationStatus { machine.status(of: node) }

    func status(_ name: String) -> OperationStatus? {
        machine.topology.index(named: name).map { machine.status(of: $0) }
    }

    func state(_ action: String) -> ActionStatus.State? {
        machine.action(ActionID(action))?.state
    }

    /// The names of the operations whose bodies run, in order of their start.
    var runningNames: [String] { running.map { machine.name(of: $0) } }

    /// The names of the operations that are being torn down, in order of their begin.
    var tearingDownNames: [String] { tearingDown.map { machine.name(of: $0) } }

    /// The milestones that were reached, in order.
    var reached: [String] { milestones.map { "\($0)" } }

    /// The number of places for operations, used or not.
    var slots: Int { machine.records.count }

    var poolWidth: Int { machine.slots.poolWidth }

    var locks: [Lock] { machine.topology.locks }

    func locks(of name: String) -> [Lock] { machine.topology.locks(of: name) }

    /// The priority that counts.
    func priority(of name: String) -> Int8? {
        machine.topology.index(named: name).map { machine.topology.operations[$0].priority }
    }

    // MARK: Events

    typealias End = LaunchMachine.Result

    /// The ways in which a body ends.
    static let ends: [End] = [.failed("broken"), .succeeded, .gaveUp]

    @discardableResult
    func takeOnMain() -> Int? { take(.main) }

    @discardableResult
    func takeFromPool() -> Int? { take(.pool) }

    /// The status of a program changes.
    func change(_ program: ProgramStatus) { machine.programChanged(program) }

    /// A reload is about to end a program, and is over.
    func giveWay(_ program: String) { machine.parts.giveWay(program) }

    /// Another launch, which takes over nothing, is in service.
    func supersede() -> Bool {
        defer { finishStep() }
        return machine.supersede(handingOn: [])
    }

    /// The launch takes the place of another one, which has done these operations.
    func takeOver(_ operations: Set<String>) {
        machine.takeOver(Set(operations.compactMap { machine.index(named: $0) }))
    }

    func endGivingWay() { machine.endGivingWay() }

    /// The trouble with the place where actions are kept changes.
    func change(_ trouble: StorageTrouble?) { machine.storageChanged(trouble) }

    func awaitStorage() { machine.awaitStorage() }

    func storageIsThere() { machine.storageIsThere() }

    /// It becomes known what an earlier launch left.
    func restore(_ actions: RestoredAction...) { machine.restore(actions) }

    /// The launch whose place it takes tells of its actions.
    func takeOver(_ news: [HandedOver]) { machine.takeOver(news) }

    /// Cancels everything in a queue, and says how many there were.
    func cancelAll(on queue: Queue) -> Int {
        machine.cancelAll(on: queue, reason: "test")
    }

    /// Ends the body of the operation, or evaluates its condition, by name.
    func end(_ name: String, _ result: LaunchMachine.Result = .succeeded) throws {
        end(try node(name), result)
    }

    func finishTeardown(of name: String) throws { finishTeardown(of: try node(name)) }

    func node(_ name: String) throws -> Int {
        try #require(machine.topology.index(named: name))
    }

    /// Advances the time.
    func wait(_ milliseconds: Int64) {
        now = now.advanced(by: .milliseconds(milliseconds))
    }
}

extension LaunchMachine.Result {
    static func failed(_ message: String, mayRetry: Bool = true) -> Self {
        .failed(Failure(.error, message), mayRetry: mayRetry)
    }

    /// It gave up when it was asked to.
    static var gaveUp: Self { .cancelled(nil) }

    static func gaveUp(saying progress: String) -> Self { .cancelled(Cancelled(progress)) }
}

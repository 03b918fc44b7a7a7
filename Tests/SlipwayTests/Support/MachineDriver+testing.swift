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

    func outcome(_ name: String) -> Outcome? { status(name)?.outcome }

    func status(_ name: String) -> OperationStatus? {
        machine.topology.index(named: name).map { machine.status(of: $0) }
    }

    /// The names of the operations whose bodies run, in order of their start.
    var runningNames: [String] { running.map { machine.name(of: $0) } }

    /// Ends the body of the operation, or evaluates its condition, by name.
    func end(_ name: String, _ result: LaunchMachine.Result = .succeeded) throws {
        end(try node(name), result)
    }

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
}

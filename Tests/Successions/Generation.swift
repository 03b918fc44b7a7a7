internal import Slipway
internal import SlipwayConfiguration
internal import SlipwayOperations

/// One launch of a random service, in virtual time.
final class Generation: @unchecked Sendable {  // One thread has all of it.
    let number: Int
    let service: RandomService
    let source: GenerationSource
    let configured: ConfiguredGraph
    let runner: Runner
    let driver: VirtualDriver
    let time: VirtualTime
    /// The generation before, of which it has taken over what runs there; `nil` for the first one.
    let predecessor: Predecessor?

    /// Reads the configuration of a service, and prepares its launch.
    ///
    /// - Parameters:
    ///   - number: From 1.
    ///   - service: What is configured.
    ///   - old: The generation whose place it is to take; `nil` for none.
    ///   - process: The process that it is in.
    /// - Throws: The configuration has faults.
    init(_ number: Int, _ service: RandomService, after old: Generation?, in process: Process)
        throws
    {
        self.number = number
        self.service = service
        runner = Runner(
            number,
            service,
            process.outside,
            process.table,
            process.clock,
            seed: process.draw.next()
        )
        var source: GenerationSource?
        var predecessor: Predecessor?
        configured = try ConfiguredGraph(
            parsing: ConfigurationFile(name: "random.yaml", bytes: Array(service.text.utf8)),
            runner: runner
        ) { configuration, credentials in
            let new = GenerationSource(configuration, credentials, in: [:])
            source = new
            predecessor = old.map { Predecessor($0, $0.plan(to: new)) }
            return predecessor
        }
        guard let source else { throw CancellationError() }
        self.source = source
        self.predecessor = predecessor
        time = VirtualTime(process.clock.now)
        driver = VirtualDriver(
            configured.graph,
            in: time,
            seed: process.draw.next(),
            width: 3,
            keeper: process.table,
            isSuccessor: old != nil
        )
        process.table.launches[launch.id] = launch
    }

    var launch: Launch { driver.launch }
    var isReady: Bool { if case .ready = launch.standing.phase { true } else { false } }
    var configuration: Configuration { configured.configuration }

    /// Puts back an operation that another generation does otherwise, if it runs here, or for this one in an earlier
    /// generation.
    ///
    /// - Returns: Whether it begins again here, unless that generation takes the place of this one.
    func putBack(_ operation: String) async -> Bool {
        guard await launch.putBack(operation) else { return false }
        if let predecessor, !Task.isCancelled {
            _ = await Task { await predecessor.endRun(of: operation) }.value
        }
        return true
    }

    /// The changes that a configuration makes to this generation.
    private func plan(to next: GenerationSource) -> ReloadPlan {
        let ended = launch.report.operations.compactMap { operation in
            operation.outcome.map { (operation.name, $0) }
        }
        let ends = Dictionary(uniqueKeysWithValues: ended)
        let undoable = configuration.allOperations.map(\.operation.name).filter {
            configured.undoings.has($0) || ends[$0] == nil
        }
        return ReloadPlanner(from: source, to: next, ends: ends, undoable: Set(undoable)).plan
    }

    /// The operations that have succeeded, and left something, by name.
    var lasting: [String] {
        launch.report.operations.filter { status in
            status.outcome == .succeeded
                && service.operation(named: status.name)?.leavesSomething == true
        }.map(\.name).sorted()
    }
}

internal import Slipway
internal import SlipwayBodies
internal import SlipwayConfiguration
internal import SlipwayHost
internal import SlipwayLoop
internal import SlipwayOperations
internal import SlipwayProcess

/// One launch of a configuration, with its programs.
final class Generation: Sendable {
    let source: GenerationSource
    /// The files that the generation was made of.
    let files: LoadedFiles
    let configured: ConfiguredGraph
    let programs: Programs
    let hosted: HostedGeneration
    /// The generation before, of which this one has taken over what runs there; `nil` for the first
    /// one.
    let predecessor: Predecessor?

    init(
        _ configured: ConfiguredGraph,
        _ source: GenerationSource,
        _ programs: Programs,
        _ hosted: HostedGeneration,
        after predecessor: Predecessor? = nil
    ) {
        self.configured = configured
        self.source = source
        files = LoadedFiles(configured.digest, source)
        self.programs = programs
        self.hosted = hosted
        self.predecessor = predecessor
    }

    var launch: Launch { hosted.launch }
    var configuration: Configuration { configured.configuration }
    /// The number of the generation, from 1.
    var number: Int { hosted.number }

    /// Has the launch learn of its programs.
    ///
    /// - Parameter passStatus: Gets the status with which the service is to exit, when it ends because of a
    ///   program that says so.
    @Loop
    func followPrograms(passStatus: @escaping @Sendable (Int32) -> Void) {
        programs.observe { [launch, source] status in
            launch.note(status)
            guard source.note(status) else { return }
            // Without a thread the next reload looks.
            try? Thread("slipway-files", blocking: .full) { source.lookAtFiles() }
        } end: { [launch] conclusion in
            let ends: Bool =
                switch conclusion.end {
                case .failure(let failure): launch.fail(failure, of: conclusion.name)
                case .success(let reason): launch.finish(conclusion.name, reason: reason)
                }
            if ends, let status = conclusion.exitStatus { passStatus(status) }
        }
    }

    /// Puts back an operation that the next generation does otherwise, if it runs here, or in an
    /// earlier generation for this one.
    ///
    /// - Returns: Whether it begins again here, should the next generation not come into service.
    func putBack(_ operation: String) async -> Bool {
        guard await launch.putBack(operation) else { return false }
        if let predecessor, !Task.isCancelled {
            // Once begun, this is not given up when the task is cancelled: the generation has to
            // know whether the operation runs.
            _ = await Task { await predecessor.endRun(of: operation) }.value
        }
        return true
    }

    /// The outcomes of the operations that have ended, by name.
    var ends: [String: Outcome] {
        launch.report.operations.compactMap { operation in
            operation.outcome.map { (operation.name, $0) }
        }.keyed()
    }

    /// The changes that a configuration that was read makes to this generation; blocks.
    func plan(to next: GenerationSource) -> ReloadPlan {
        source.lookAtFiles()
        let undoings = configured.undoings
        let ends = ends
        // An operation that has not ended may have something to undo by then.
        let undoable = configuration.allOperations.map(\.operation.name).filter {
            undoings.has($0) || ends[$0] == nil
        }
        let stops = launch.report.programs.compactMap { program in
            program.stop.map { (program.name, $0) }
        }
        return ReloadPlanner(
            from: source,
            to: next,
            ends: ends,
            undoable: Set(undoable),
            stops: stops.keyed()
        ).plan
    }
}

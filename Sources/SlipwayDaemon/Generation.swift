internal import Slipway
internal import SlipwayBodies
internal import SlipwayConfiguration
internal import SlipwayHost
internal import SlipwayLoop
internal import SlipwayProcess

/// One launch of a configuration, with its programs.
final class Generation: Sendable {
    let source: GenerationSource
    let configured: ConfiguredGraph
    let programs: Programs
    let hosted: HostedGeneration

    init(
        _ configured: ConfiguredGraph,
        _ source: GenerationSource,
        _ programs: Programs,
        _ hosted: HostedGeneration
    ) {
        self.configured = configured
        self.source = source
        self.programs = programs
        self.hosted = hosted
    }

    var launch: Launch { hosted.launch }
    var configuration: Configuration { configured.configuration }
    /// From 1.
    var number: Int { hosted.number }

    /// The launch learns of its programs.
    @Loop
    func followPrograms() {
        programs.observe { [launch] status in
            launch.note(status)
        } fail: { [launch] name, failure in
            launch.fail(failure, of: name)
        }
    }

    /// How its operations have ended, by name.
    var ends: [String: Outcome] {
        Dictionary(
            launch.report.operations.compactMap { operation in
                operation.outcome.map { (operation.name, $0) }
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// What the configuration that was read changes in this generation.
    func plan(to next: GenerationSource) -> ReloadPlan {
        let undoings = configured.undoings
        let undoable = configuration.allOperations.map(\.operation.name).filter(undoings.has)
        return ReloadPlanner(from: source, to: next, ends: ends, undoable: Set(undoable)).plan
    }
}

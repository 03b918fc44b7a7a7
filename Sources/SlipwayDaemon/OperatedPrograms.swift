internal import Slipway
internal import SlipwayHost
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwayProcess
internal import Synchronization

/// The programs of the generation in service.
final class CurrentPrograms: Sendable {
    private let current: Mutex<Programs>

    init(_ programs: Programs) { current = Mutex(programs) }

    var programs: Programs {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}

/// The programs of the configuration, as operators start and end them.
struct OperatedPrograms: ProgramOperating {
    let current: CurrentPrograms

    @Loop func operate(
        _ request: ProgramRequest,
        _ name: String,
        by uid: UInt32
    ) async -> Result<ProgramStatus, LaunchRefusal> {
        await withCheckedContinuation { caller in
            // The callback is given the program as it is the moment it runs or has ended.
            current.programs.carryOut(request, name, by: uid) {
                caller.resume(returning: $0.mapError { $0.refusal(name) })
            }
        }
    }

    @Loop func uses() -> [String: ResourceUse] { current.programs.uses }

    @Loop func findUses() async -> [String: ResourceUse] { await current.programs.findUses() }
}

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

    func operate(
        _ request: ProgramRequest,
        _ name: String,
        by uid: UInt32,
        completion: @escaping @Sendable (Result<ProgramStatus, LaunchRefusal>) -> Void
    ) {
        Loop.post { [current] in
            current.programs.carryOut(request, name, by: uid) {
                completion($0.mapError { $0.refusal(name) })
            }
        }
    }

    func uses(_ completion: @escaping @Sendable ([String: ResourceUse]) -> Void) {
        Loop.post { [current] in completion(current.programs.uses) }
    }

    func findUses(_ completion: @escaping @Sendable ([String: ResourceUse]) -> Void) {
        Loop.post { [current] in current.programs.findUses(completion) }
    }
}

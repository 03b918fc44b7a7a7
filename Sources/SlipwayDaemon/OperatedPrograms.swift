internal import Slipway
internal import SlipwayHost
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwayProcess

/// The programs of the configuration, as operators start and end them.
struct OperatedPrograms: ProgramOperating {
    let programs: Programs

    func operate(
        _ request: ProgramRequest,
        _ name: String,
        completion: @escaping @Sendable (Result<ProgramStatus, LaunchRefusal>) -> Void
    ) {
        Loop.post { [programs] in
            programs.carryOut(request, name) { completion($0.mapError { $0.refusal(name) }) }
        }
    }
}

internal import Slipway
internal import SlipwayHost
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwayProcess
internal import SlipwayVarlink

/// The programs of the configuration, as operators start and end them.
struct OperatedPrograms: ProgramOperating {
    let programs: Programs

    func operate(
        _ request: ProgramRequest,
        _ name: String,
        completion: @escaping @Sendable (Result<ProgramStatus, LaunchRefusal>) -> Void
    ) {
        Loop.post { [programs] in
            programs.carryOut(Programs.Request(request), name) { result in
                completion(result.mapError { $0.refusal(name) })
            }
        }
    }
}

extension Programs.Request {
    fileprivate init(_ request: ProgramRequest) {
        switch request {
        case .start: self = .start
        case .stop: self = .stop
        case .restart: self = .restart
        }
    }
}

extension Programs.Refusal {
    fileprivate func refusal(_ name: String) -> LaunchRefusal {
        switch self {
        case .unknown(let known): .noSuchProgram(name, known: known)
        case .starting: .programStarting(name)
        case .ended(let reason):
            .programFailed(name, message: reason.cut(to: TextLimit.message))
        }
    }
}

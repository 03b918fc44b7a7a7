package import Slipway
package import SlipwayInterface
internal import SlipwayVarlink

/// The parts of a Swift service, as operators start and end them.
struct OperatedParts: ProgramOperating {
    let current: CurrentLaunch

    nonisolated(nonsending) func operate(
        _ request: ProgramRequest,
        _ name: String,
        by uid: UInt32
    ) async -> Result<ProgramStatus, LaunchRefusal> {
        await withUnsafeContinuation { caller in
            current.launch.operate(request, name, by: uid) {
                caller.resume(returning: $0.mapError { $0.refusal(name) })
            }
        }
    }

    /// All parts are in one process: none is counted on its own.
    func uses() -> [String: ResourceUse] { [:] }

    /// All parts are in one process: none is counted on its own.
    func findUses() -> [String: ResourceUse] { [:] }
}

extension Supervisor.Refusal {
    /// The refusal for a caller of the control interface.
    package func refusal(_ name: String) -> LaunchRefusal {
        switch self {
        case .unknown(let known): .noSuchProgram(name, known: known)
        case .starting: .programStarting(name)
        case .ended(let reason):
            .programFailed(name, message: reason.cut(to: TextLimit.message))
        }
    }
}

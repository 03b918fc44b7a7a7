internal import Slipway
internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayLoop
internal import SlipwayProcess
internal import SlipwayRecords

/// The calls that start and end programs; each is logged with its caller.
extension LaunchService {
    /// Replies once the program runs, or has ended.
    func operate(
        _ request: Programs.Request,
        _ name: String,
        _ peer: Peer,
        _ reply: ReplySink
    ) throws(LaunchRefusal) {
        try authority.checkOperating(peer)
        // A launch that ends ends its programs, in its own order.
        switch launch.report.phase {
        case .starting, .ready: break
        case .stopping, .stopped, .failed: throw .shuttingDown
        }
        Loop.post { [programs, calls, offsets] in
            let before = programs.status(name)?.state
            programs.carryOut(request, name) { result in
                do throws(Programs.Refusal) {
                    reply.finish(LaunchReply.program(try result.get(), offsets))
                } catch {
                    reply.fail(error.refusal(name).varlinkError)
                }
            }
            if before != nil { calls.note("\(request.word) program '\(name)'", by: peer) }
        }
    }

    private var offsets: Offsets { Offsets(processStart: launch.processStart) }
}

extension Programs.Request {
    fileprivate var word: String {
        switch self {
        case .start: "started"
        case .stop: "stopped"
        case .restart: "restarted"
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

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
            programs.carryOut(request, name) { result in
                if let deed = request.deed(name, result) { calls.note(deed, by: peer, to: name) }
                do throws(Programs.Refusal) {
                    reply.finish(LaunchReply.program(try result.get(), offsets))
                } catch {
                    reply.fail(error.refusal(name).varlinkError)
                }
            }
        }
    }

    private var offsets: Offsets { Offsets(processStart: launch.processStart) }
}

extension Programs.Request {
    /// What was done, and to what end; `nil` if nothing was.
    func deed(_ name: String, _ result: Result<ProgramStatus, Programs.Refusal>) -> String? {
        switch result {
        case .success: "\(past) program '\(name)'"
        case .failure(.ended(let reason)): "asked to \(word) program '\(name)', which \(reason)"
        case .failure(.unknown), .failure(.starting): nil
        }
    }

    private var past: String {
        switch self {
        case .start: "started"
        case .stop: "stopped"
        case .restart: "restarted"
        }
    }

    private var word: String {
        switch self {
        case .start: "start"
        case .stop: "stop"
        case .restart: "restart"
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

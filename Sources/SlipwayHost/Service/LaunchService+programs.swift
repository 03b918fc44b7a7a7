internal import Slipway
internal import SlipwayControl
internal import SlipwayControlServer
internal import SlipwayRecords

/// The calls that start and end programs; each is logged with its caller.
extension LaunchService {
    /// Replies once the program runs, or has ended.
    func operate(
        _ request: ProgramRequest,
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
        guard let programs else { throw .noSuchProgram(name, known: []) }
        programs.operate(request, name) { [calls, offsets] result in
            if let deed = request.deed(name, result) { calls.note(deed, by: peer, to: name) }
            do throws(LaunchRefusal) {
                reply.finish(LaunchReply.program(try result.get(), offsets))
            } catch {
                reply.fail(error.varlinkError)
            }
        }
    }

    private var offsets: Offsets { Offsets(processStart: launch.processStart) }
}

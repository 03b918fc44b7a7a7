import Glibc
import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink
import Testing

@testable import SlipwayControlServer
@testable import SlipwayDaemon
@testable import SlipwayHost

/// Calls of peers that need not exist.
extension ServedLaunch {
    /// The answer to a call, which waits for nothing but the store.
    func answer<Called: LaunchMethod>(
        _ method: Called,
        for peer: Peer
    ) throws -> Called.Reply {
        let isAnswered = Parker()
        let outbox = CallOutbox(limit: 1 << 20) { isAnswered.notify() }
        // It wakes only a reader that has found it empty.
        _ = outbox.fetch()
        let sink = ReplySink(mode: .single, outbox: outbox)
        service.call(method.call(), from: peer, reply: sink)
        #expect(isAnswered.wait(upTo: .seconds(60)))
        return try Called.reply(#require(try Self.firstReply(in: outbox)))
    }

    /// The first reply of an outbox; `nil` if there is none yet.
    static func firstReply(in outbox: CallOutbox) throws -> JSON? {
        guard let frame = outbox.fetch().frames.first else { return nil }
        let part = frame.part(from: 0)
        // Without the final NUL.
        let bytes = UnsafeRawBufferPointer(start: part.iov_base, count: part.iov_len - 1)
        switch try VarlinkReply(decoding: Array(bytes)) {
        case .parameters(let parameters, _): return .object(parameters)
        case .error(let error): throw error
        }
    }
}

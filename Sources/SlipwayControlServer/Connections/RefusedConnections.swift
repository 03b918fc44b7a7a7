internal import Glibc
internal import SlipwayInterface
internal import SlipwayLoop
internal import SlipwayVarlink

/// Refuses connections with an error, and closes them.
///
/// A peer reads the error as the reply to its first call. Some peers send that call first, which
/// would fail on a closed connection: so a connection stays open for a moment, and its input is
/// dropped.
@Loop
final class RefusedConnections {
    /// The number of connections that stay open at once; further ones are closed at once.
    private static let most = 32
    private static let patience = Duration.seconds(1)

    private struct Lingering {
        let watch: DescriptorWatch
        let timer: Timer
    }

    private var lingering: [Int32: Lingering] = [:]

    /// Sends an error and closes the connection, whose descriptor does not block.
    ///
    /// `lingers` tells whether the descriptor may stay open for a moment.
    func refuse(_ descriptor: Int32, _ error: VarlinkError, lingers: Bool = true) {
        // The buffer of a new socket has room for it.
        let frame = VarlinkReply.error(error).frame
        let sent = send(descriptor, frame, frame.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        shutdown(descriptor, Int32(SHUT_WR))
        guard lingers, sent == frame.count, lingering.count < Self.most,
            let watched = try? linger(descriptor)
        else {
            Glibc.close(descriptor)
            return
        }
        lingering[descriptor] = watched
    }

    /// Closes all connections that are still open.
    func close() {
        for descriptor in Array(lingering.keys) { end(descriptor) }
    }

    private func linger(_ descriptor: Int32) throws(LoopError) -> Lingering {
        let watch = try DescriptorWatch(descriptor, for: .readable) { [weak self] _ in
            self?.drain(descriptor)
        }
        let timer = Timer(after: Self.patience) { [weak self] in self?.end(descriptor) }
        return Lingering(watch: watch, timer: timer)
    }

    private func drain(_ descriptor: Int32) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { end(descriptor) }
    }

    private func end(_ descriptor: Int32) {
        guard let watched = lingering.removeValue(forKey: descriptor) else { return }
        watched.watch.cancel()
        watched.timer.cancel()
        Glibc.close(descriptor)
    }
}

internal import Glibc
internal import SlipwayLoop
internal import SlipwaySystem

/// The journal's end of its socket: it reads, does not read, so that it is soon full, or is gone.
@Loop
final class FakeJournal {
    enum Mood: CaseIterable {
        case reads, isFull, isGone
    }

    /// In the abstract namespace: the campaign's folder may be full.
    nonisolated let socket = "@slipway-faults-\(getpid())"
    private var descriptor: Int32 = -1
    private var watch: DescriptorWatch?

    nonisolated init() {}

    /// Changes what it does.
    ///
    /// - Throws: Its socket cannot be made.
    func become(_ mood: Mood) throws {
        watch?.cancel()
        watch = nil
        switch mood {
        case .isGone:
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        case .isFull: try open()
        case .reads:
            try open()
            watch = try DescriptorWatch(descriptor, for: .readable) { [self] _ in read() }
        }
    }

    private func open() throws {
        guard descriptor < 0 else { return }
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = Glibc.socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw ErrorNumber.current }
        let isBound = SocketAddress(unix: socket)?.withPointer { bind(descriptor, $0, $1) == 0 }
        guard isBound == true else { throw ErrorNumber.current }
    }

    private func read() {
        var byte: UInt8 = 0
        for _ in 0..<32 where recv(descriptor, &byte, 1, Int32(MSG_TRUNC)) < 0 { return }
    }
}

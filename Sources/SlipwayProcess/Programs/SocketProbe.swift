internal import Glibc
internal import SlipwayLoop
internal import SlipwaySystem

/// Tries again and again whether a Unix socket accepts a connection.
@Loop
final class SocketProbe {
    private static let firstPause = Duration.milliseconds(1)
    private static let longestPause = Duration.milliseconds(50)

    private let address: SocketAddress
    private var pause = firstPause
    private var timer: Timer?
    private var onAccepted: (@Loop () -> Void)?

    /// Begins to try; `onAccepted` is called once, and never before this returns.
    init(_ address: SocketAddress, onAccepted: @escaping @Loop () -> Void) {
        self.address = address
        self.onAccepted = onAccepted
        tryLater()
    }

    /// Stops trying.
    func cancel() {
        timer?.cancel()
        onAccepted = nil
    }

    private func tryLater() {
        // Without memory for a timer the program is not found ready, and its start times out.
        timer = try? Timer(after: pause) { [self] in tryNow() }
        pause = min(pause * 2, Self.longestPause)
    }

    private func tryNow() {
        guard let onAccepted else { return }
        if isAccepted {
            cancel()
            return onAccepted()
        }
        tryLater()
    }

    /// A Unix socket answers at once.
    private var isAccepted: Bool {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return address.withPointer { connect(descriptor, $0, $1) } == 0
    }
}

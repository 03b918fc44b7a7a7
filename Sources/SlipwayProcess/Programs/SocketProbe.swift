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
    private var onTry: (@Loop (ErrorNumber?) -> Void)?
    private var lastFailure: ErrorNumber?

    /// Begins to try; `onTry` is never called before this returns.
    ///
    /// - Parameters:
    ///   - address: The socket.
    ///   - onTry: Gets each failure that is another than the one before, and `nil` once a connection
    ///     was accepted, after which there are no more tries.
    init(_ address: SocketAddress, onTry: @escaping @Loop (ErrorNumber?) -> Void) {
        self.address = address
        self.onTry = onTry
        tryLater()
    }

    /// Stops trying.
    func cancel() {
        timer?.cancel()
        onTry = nil
    }

    private func tryLater() {
        // Without memory for a timer the program is not found ready, and its start times out.
        timer = try? Timer(after: pause) { [self] in tryNow() }
        pause = min(pause * 2, Self.longestPause)
    }

    private func tryNow() {
        guard let onTry else { return }
        guard let failure = connectionFailure() else {
            cancel()
            return onTry(nil)
        }
        tryLater()
        guard failure != lastFailure else { return }
        lastFailure = failure
        onTry(failure)
    }

    /// Why no connection was accepted, `nil` if one was: a Unix socket answers at once.
    private func connectionFailure() -> ErrorNumber? {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return .current }
        defer { close(descriptor) }
        let isAccepted = address.withPointer { connect(descriptor, $0, $1) } == 0
        return isAccepted ? nil : .current
    }
}

internal import Glibc
internal import SlipwayLoop
internal import SlipwaySystem

/// Tries again and again whether a tree of processes accepts a connection at a Unix socket.
@Loop
final class SocketProbe {
    /// Why a connection does not count.
    enum Failure: Hashable, CustomStringConvertible {
        case system(ErrorNumber)
        /// The process that listens there is none of the tree.
        case stranger(pid_t)

        var description: String {
            switch self {
            case .system(let error): "\(error)"
            case .stranger(let pid): "process \(pid), which is none of it, listens there"
            }
        }
    }

    private static let firstInterval = Duration.milliseconds(1)
    private static let longestInterval = Duration.milliseconds(50)

    private let address: SocketAddress
    private let tree: ProcessTree?
    private var interval = firstInterval
    private var timer: Timer?
    private var onTry: (@Loop (Failure?) -> Void)?
    private var lastFailure: Failure?

    /// Begins to try; `onTry` is never called before this returns.
    ///
    /// - Parameters:
    ///   - address: The socket.
    ///   - tree: The tree whose process has to listen; `nil` for any process.
    ///   - onTry: Gets each failure that is another than the one before, and `nil` once a connection
    ///     was accepted, after which there are no more tries.
    init(
        _ address: SocketAddress,
        of tree: ProcessTree?,
        onTry: @escaping @Loop (Failure?) -> Void
    ) {
        self.address = address
        self.tree = tree
        self.onTry = onTry
        tryLater()
    }

    /// Stops trying.
    func cancel() {
        timer?.cancel()
        onTry = nil
    }

    private func tryLater() {
        timer = Timer(after: interval) { [self] in tryNow() }
        interval = min(interval * 2, Self.longestInterval)
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
    private func connectionFailure() -> Failure? {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { return .system(.current) }
        defer { close(descriptor) }
        guard address.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
            return .system(.current)
        }
        guard let tree else { return nil }
        do throws(ErrorNumber) {
            let listener = try PeerCredentials(of: descriptor).pid
            return tree.contains(listener) == false ? .stranger(listener) : nil
        } catch {
            return .system(error)
        }
    }
}

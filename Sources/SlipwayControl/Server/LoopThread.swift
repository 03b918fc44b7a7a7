internal import Dispatch
internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import Slipway
internal import Synchronization

/// An event loop that starts on a thread of its own, so that nobody waits for it.
final class LoopThread: Sendable {
    private let group = Mutex<MultiThreadedEventLoopGroup?>(nil)
    private let isUp = DispatchSemaphore(value: 0)

    /// Makes the loop and hands it to `body`, both on another thread; once only.
    ///
    /// - Throws: The thread cannot be made; `body` is not called.
    func start(
        _ body: @escaping @Sendable (MultiThreadedEventLoopGroup) -> Void
    ) throws(ControlServerError) {
        let work = Unmanaged.passRetained(
            Work { [self] in
                let made = MultiThreadedEventLoopGroup(numberOfThreads: 1)
                group.withLock { $0 = made }
                body(made)
                isUp.signal()
            }
        )
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            },
            work.toOpaque()
        )
        guard code == 0 else {
            work.release()
            throw .system("start a thread for", "the control socket", code)
        }
        pthread_detach(thread)
    }

    /// Closes every channel and ends the loop, waiting for that no longer than `patience`.
    func stop(within patience: Duration) {
        let deadline = DispatchTime.now() + .microseconds(Int(patience.microseconds))
        guard isUp.wait(timeout: deadline) == .success else { return }
        let isDown = DispatchSemaphore(value: 0)
        group.withLock { $0 }?.shutdownGracefully { _ in isDown.signal() }
        _ = isDown.wait(timeout: deadline)
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

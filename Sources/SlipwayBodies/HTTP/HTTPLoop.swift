internal import Dispatch
internal import NIOCore
internal import NIOPosix
internal import SlipwaySystem
internal import Synchronization

/// The event loop that HTTP connections live on.
enum HTTPLoop {
    /// Starts one on a thread of its own, which takes about a millisecond.
    ///
    /// It ends once the loop is shut down.
    ///
    /// - Throws: What it needs cannot be had, now.
    static func start() throws(HTTPStartError) -> any EventLoop {
        let starting = Starting()
        do throws(ErrorNumber) {
            // It takes three, and would end the process without. Others may want some at the same
            // time.
            try FreeDescriptors.check(16)
            // On a thread of NIO's the process would end if there is none to be had.
            try PlainThread.run {
                MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { starting.give($0) }
            }
        } catch {
            throw HTTPStartError(reason: error)
        }
        return starting.loop()
    }

    /// A loop that its thread hands over.
    private final class Starting: Sendable {
        private let started = Mutex<(any EventLoop)?>(nil)
        private let isStarted = DispatchSemaphore(value: 0)

        func give(_ loop: any EventLoop) {
            started.withLock { $0 = loop }
            isStarted.signal()
        }

        /// Waits for it; may block its thread.
        func loop() -> any EventLoop {
            isStarted.wait()
            guard let loop = started.withLock(\.self) else {
                preconditionFailure("a loop is given before it is said to be there")
            }
            return loop
        }
    }
}

/// What the HTTP client needs cannot be had, now.
struct HTTPStartError: Error, Hashable {
    let reason: ErrorNumber
}

extension HTTPStartError: CustomStringConvertible {
    var description: String { "cannot start HTTP: \(reason)" }
}

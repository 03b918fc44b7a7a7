internal import NIOCore
internal import NIOPosix
internal import SlipwayLoop
internal import SlipwaySystem

/// The event loop that HTTP connections live on.
enum HTTPLoop {
    /// Starts an event loop on its own thread; takes about a millisecond.
    ///
    /// The thread ends when the loop is shut down.
    ///
    /// - Throws: Too few descriptors, or no thread, are available now.
    static func start() throws(HTTPStartError) -> any EventLoop {
        let started = Handover<any EventLoop, Never>()
        do throws(ErrorNumber) {
            // The loop takes three and would end the process without them; other work may take some
            // at the same time.
            try FreeDescriptors.check(16)
            // If no thread is available, NIO's own thread creation would end the process.
            try PlainThread.run {
                MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop {
                    started.give(.success($0))
                }
            }
        } catch {
            throw HTTPStartError(reason: error)
        }
        return started.take()
    }
}

/// The HTTP client cannot start now.
struct HTTPStartError: Error, Hashable {
    let reason: ErrorNumber
}

extension HTTPStartError: CustomStringConvertible {
    var description: String { "cannot start HTTP: \(reason)" }
}

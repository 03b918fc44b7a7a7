internal import NIOCore
internal import NIOPosix
internal import SlipwayLoop
internal import SlipwaySystem

/// The event loop that HTTP connections live on.
enum HTTPLoop {
    /// Starts one on a thread of its own, which takes about a millisecond.
    ///
    /// It ends once the loop is shut down.
    ///
    /// - Throws: What it needs cannot be had, now.
    static func start() throws(HTTPStartError) -> any EventLoop {
        let started = Handover<any EventLoop, Never>()
        do throws(ErrorNumber) {
            // It takes three, and would end the process without. Others may want some at the same
            // time.
            try FreeDescriptors.check(16)
            // On a thread of NIO's the process would end if there is none to be had.
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

/// What the HTTP client needs cannot be had, now.
struct HTTPStartError: Error, Hashable {
    let reason: ErrorNumber
}

extension HTTPStartError: CustomStringConvertible {
    var description: String { "cannot start HTTP: \(reason)" }
}

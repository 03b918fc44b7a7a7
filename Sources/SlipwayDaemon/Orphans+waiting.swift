internal import Dispatch
internal import SlipwayLoop
internal import SlipwayProcess
internal import Synchronization

extension Orphans {
    /// Ends all descendants of this process, and blocks the calling thread until that is done.
    ///
    /// - Parameters:
    ///   - grace: How long processes may take before they are killed.
    ///   - onDelay: Called if that takes more than 200 ms.
    /// - Returns: Whether nothing is left.
    nonisolated static func endAllAndWait(grace: Duration, onDelay: () -> Void) -> TreeEnd {
        let isOver = DispatchSemaphore(value: 0)
        let result = Mutex(TreeEnd.gone(killed: []))
        Loop.post {
            endAll(grace: grace) { end in
                result.withLock { $0 = end }
                isOver.signal()
            }
        }
        if isOver.wait(timeout: .now() + .milliseconds(200)) == .timedOut {
            onDelay()
            isOver.wait()
        }
        return result.withLock { $0 }
    }
}

internal import Dispatch
internal import SlipwayLoop
internal import SlipwayProcess
internal import Synchronization

extension Orphans {
    /// Ends everything that descends from this process, and blocks the calling thread until that is
    /// done.
    ///
    /// - Returns: Whether nothing is left; `false` for what the kernel does not let go of.
    nonisolated static func endAllAndWait(grace: Duration) -> Bool {
        let isOver = DispatchSemaphore(value: 0)
        let isGone = Atomic(false)
        Loop.post {
            endAll(grace: grace) {
                isGone.store($0, ordering: .relaxed)
                isOver.signal()
            }
        }
        isOver.wait()
        return isGone.load(ordering: .relaxed)
    }
}

internal import Dispatch
internal import SlipwayBodies

extension BodyRunner {
    /// Closes what bodies opened; blocks the calling thread, but not longer than two seconds: the
    /// process ends next, and with it whatever is left.
    func shutdownAndWait() {
        guard hasOpened else { return }
        let isDone = DispatchSemaphore(value: 0)
        // Waited for below.
        Task.detached {
            await shutdown()
            isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + .seconds(2))
    }
}

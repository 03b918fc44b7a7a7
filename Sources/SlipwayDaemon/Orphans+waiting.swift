internal import Slipway
internal import SlipwayLoop
internal import SlipwayProcess

extension Orphans {
    /// Ends all descendants of this process, and blocks the calling thread until that is done.
    ///
    /// - Parameters:
    ///   - grace: How long processes may take before they are killed.
    ///   - onDelay: Called if that takes more than 200 ms.
    /// - Returns: Whether nothing is left.
    nonisolated static func endAllAndWait(grace: Duration, onDelay: () -> Void) -> TreeEnd {
        let end = Promise<TreeEnd>()
        Loop.post { endAll(grace: grace) { end.resolve($0) } }
        if let early = end.wait(upTo: .milliseconds(200)) { return early }
        onDelay()
        return end.wait()
    }
}

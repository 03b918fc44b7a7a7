internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayJSON

/// The launch that is watched, which its watcher keeps up to date.
///
/// The launch is shared: a copy for each change would cost as much as the launch is large.
final class WatchedLaunch {
    var fold = ReportFold()
    /// The number of the launch in its service; `nil` while that is not known.
    var generation: Int?
}

/// A form in which a launch is watched: a screen, lines, or JSON.
protocol WatchDisplay: AnyObject {
    /// Keeps the display current while calls of a client wait.
    func follow(_ client: ControlClient)
    /// Takes a change.
    ///
    /// - Parameters:
    ///   - reply: The change as it came.
    ///   - change: The change, read.
    ///   - launch: The launch after it.
    /// - Throws: The change cannot be written.
    func take(_ reply: JSON, _ change: WatchReply, _ launch: WatchedLaunch) throws
    /// Takes what happened to the service itself: it went away, or is waited for.
    func tell(_ news: String)
    /// Sleeps, and keeps the display current.
    func sleep(_ duration: Duration)
    /// Ends the display: nothing follows.
    ///
    /// - Parameter words: The answer; `nil` if it is an error, which is printed after this.
    /// - Throws: The last output cannot be written.
    func end(_ words: String?) throws
}

/// Each change as the service tells it, a JSON object a line.
final class WatchJSON: WatchDisplay {
    func follow(_ client: ControlClient) {}

    func take(_ reply: JSON, _ change: WatchReply, _ launch: WatchedLaunch) throws {
        try Output.standard.print(reply.text(isCompact: true))
    }

    func tell(_ news: String) {}

    func sleep(_ duration: Duration) { LookPace.sleep(duration) }

    func end(_ words: String?) {}
}

/// Each event in a line of text.
final class WatchLines: WatchDisplay {
    private var log = WatchLog()

    func follow(_ client: ControlClient) {}

    func take(_ reply: JSON, _ change: WatchReply, _ launch: WatchedLaunch) throws {
        guard var state = launch.fold.launch else { return }
        // The last change of a launch names what went wrong in it.
        if case .phase = change { state = launch.fold.report ?? state }
        let lines = log.take(change, state, generation: launch.generation, at: .now)
        if !lines.isEmpty { try Output.standard.print(lines) }
    }

    func tell(_ news: String) { Output.error.notice(news) }

    func sleep(_ duration: Duration) { LookPace.sleep(duration) }

    // The last line has told the end.
    func end(_ words: String?) {}
}

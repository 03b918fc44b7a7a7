internal import Glibc
package import Slipway

/// Decides what the service manager is told, and when: events in, messages out.
///
/// Every change of `STATUS` costs the manager a signal on the bus, so changes that come faster than
/// ten a second are held back; the next event or ``refresh(now:)`` sends where things then are.
/// Ready, stopping and the end are never held back.
package struct StatusMachine {
    private enum State {
        case idle
        case starting
        case ready(degraded: Bool, at: Instant)
        case stopping(reason: String)
        /// The launch has ended; the text is its last line.
        case ended(String)

        /// The state is that of a launch in this phase.
        func belongs(to phase: Phase) -> Bool {
            switch (self, phase) {
            case (.starting, .starting), (.stopping, .stopping), (.ended, .stopped),
                (.ended, .failed):
                true
            case (.ready(let isDegraded, _), .ready(let degraded)): isDegraded == degraded
            case (.idle, _), (.starting, _), (.ready, _), (.stopping, _), (.ended, _): false
            }
        }
    }

    private var state = State.idle
    private var progress = LaunchProgress()
    /// Why the launch stops, in its own words.
    private var stopReason: String?
    private var lastStatus: String?
    private var lastSentAt: Instant?

    static let quiet = Duration.milliseconds(100)
    /// The time between a timeout of the launch and that of the manager, in which the launch says
    /// what happened.
    static let margin = Duration.seconds(5)

    /// The time that the process takes once its launch has ended.
    private let afterwards: Duration
    /// The time that earlier launches take to end, before this one undoes anything.
    package var before: Duration = .zero

    /// The launch that speaks to the manager, while two launches of a service run.
    private enum Voice {
        /// The manager hears this launch.
        case own
        /// The launch replaces another one once it is ready: until then it only says how far it is.
        case rehearsing
        /// The launch is in service, while another one gets ready: the manager hears it again if it
        /// ends.
        case listening
        /// Another launch has replaced this one.
        case silent
    }

    private var voice: Voice
    /// The launch began as a reload.
    private let isReload: Bool
    /// Why the last reload failed, if it did.
    private var reloadFailure: String?

    /// A thing to say of the service beside its launch.
    package enum Remark: Hashable, CaseIterable, Sendable {
        /// Optional operations are left out.
        case safeMode
        /// Something took longer than it used to.
        case regression
        /// The files of the configuration are not as they were when it was loaded.
        case changedFiles
    }

    private var remarks: [Remark: String] = [:]

    /// Creates the machine of a launch that has not begun.
    ///
    /// - Parameters:
    ///   - afterwards: The time that the process takes once its launch has ended.
    ///   - isReload: Whether another launch is in service until ``takeOver(now:)``.
    package init(afterwards: Duration = .zero, isReload: Bool = false) {
        self.afterwards = afterwards
        self.isReload = isReload
        voice = isReload ? .rehearsing : .own
    }

    /// Takes an event; `now` is when it is handled.
    package mutating func handle(_ event: Event, now: Instant) -> NotifyMessage? {
        spoken(decide(event, now: now))
    }

    /// The part of a message that is for the manager now.
    private mutating func spoken(_ message: NotifyMessage?) -> NotifyMessage? {
        switch (voice, state) {
        case (.own, _): return message
        case (.rehearsing, .starting):
            return message.map { NotifyMessage(status: $0.status) }
        case (.listening, .stopping), (.listening, .ended):
            voice = .own
            return message
        case (.rehearsing, _), (.listening, _), (.silent, _):
            lastStatus = nil
            return nil
        }
    }

    /// The service takes a new configuration: this launch is in service meanwhile.
    package mutating func beginReload(now: Instant) -> NotifyMessage? {
        guard isReady, case .own = voice else { return nil }
        voice = .listening
        lastStatus = nil
        return NotifyMessage(.reloading, at: now, status: "Reloading the configuration")
    }

    /// The reload has come further, which the new launch does not say itself.
    package mutating func reloads(_ words: String, now: Instant) -> NotifyMessage? {
        guard case .listening = voice else { return nil }
        return NotifyMessage(status: "Reloading: \(words)")
    }

    /// The reload has ended, and this launch is in service: the one that was before it, or the new one.
    ///
    /// - Parameters:
    ///   - failure: Why the reload failed; `nil` if it did not.
    ///   - now: The instant.
    /// - Returns: What the manager is told.
    package mutating func endReload(failure: String? = nil, now: Instant) -> NotifyMessage? {
        switch voice {
        case .rehearsing, .listening: break
        case .own, .silent: return nil
        }
        voice = .own
        reloadFailure = failure
        lastStatus = nil
        switch state {
        case .ready: return message(.ready, now: now)
        case .stopping: return message(.stopping, extendTimeout: ending, now: now)
        case .idle, .starting, .ended: return nil
        }
    }

    /// Has every line say something that is not of the launch; `nil` takes that back.
    package mutating func remark(
        _ words: String?,
        as remark: Remark,
        now: Instant
    ) -> NotifyMessage? {
        remarks[remark] = words
        // Before the launch there is no line.
        if case .idle = state { return nil }
        return spoken(message(now: now))
    }

    private var remarksInOrder: [String] { Remark.allCases.compactMap { remarks[$0] } }

    /// Another launch has replaced this one: nothing of this one is told any more.
    package mutating func retire() { voice = .silent }

    private mutating func decide(_ event: Event, now: Instant) -> NotifyMessage? {
        let deferredBefore = progress.deferredActions.count
        progress.apply(event)
        guard let report = progress.launch else { return nil }
        if case .launchStopping(let reason, let causes) = event.kind {
            stopReason = causes.first?.stopReason ?? reason
        }
        if let message = follow(report, now: now) { return message }
        switch event.kind {
        case .paused, .resumed, .launchDegraded, .storageChanged, .eventsLost:
            // An operator asked for the change, and will look; and once ready the line is not
            // refreshed.
            return message(now: now)
        case .programChanged where isReady:
            // Once ready the line is not refreshed.
            return message(now: now)
        case .actionChanged where deferredBefore > 0 && progress.deferredActions.isEmpty:
            // Once ready the line is not refreshed: it says at once that no action waits any more.
            return message(now: now)
        case .operationsAdded, .operationsRenewed, .operationReady, .operationStarted,
            .operationRetrying,
            .operationEnded, .operationStuck, .operationWaitsInVain, .operationTearingDown,
            .operationTornDown, .actionChanged, .programChanged:
            return messageUnlessTooSoon(now: now)
        case .launchStarted, .launchReady, .launchStopping, .launchEnded:
            return nil
        }
    }

    /// Time passed: the elapsed time in the line is old, or a change was held back.
    package mutating func refresh(now: Instant) -> NotifyMessage? { spoken(message(now: now)) }

    /// The line of this instant, whichever launch speaks to the manager.
    ///
    /// - Parameters:
    ///   - phase: The phase of the launch, whose events may still be on their way.
    ///   - now: The instant.
    /// - Returns: The line; `nil` if what is known here is of another phase.
    package func line(in phase: Phase, at now: Instant) -> String? {
        state.belongs(to: phase) ? status(now: now).map { StatusLine.sanitized($0) } : nil
    }

    /// Goes on to the phase of the launch.
    ///
    /// - Returns: What the manager is told of it at once; `nil` if that is nothing new.
    private mutating func follow(_ report: Report, now: Instant) -> NotifyMessage? {
        switch (report.phase, state) {
        case (.starting, .idle):
            return begin(report, now: now)
        case (.ready(let degraded), .idle), (.ready(let degraded), .starting):
            state = .ready(degraded: degraded, at: report.readyAt ?? now)
            return message(.ready, now: now)
        case (.ready(let degraded), .ready(_, let at)):
            state = .ready(degraded: degraded, at: at)
            return nil
        case (.stopping, .idle), (.stopping, .starting), (.stopping, .ready):
            return stop(stopReason ?? report.rootCauses.first?.stopReason ?? "asked to", now: now)
        case (.stopped, _), (.failed, _):
            return end(report, now: now)
        case (.starting, _), (.ready, _), (.stopping, _):
            return nil
        }
    }

    /// Begins the start.
    ///
    /// Its deadline ends a start that hangs, and says what it hung on: the manager is asked to wait
    /// until then, and for what follows.
    private mutating func begin(_ report: Report, now: Instant) -> NotifyMessage? {
        state = .starting
        // A running service has no time limit of the manager's.
        let limit =
            isReload ? nil : report.deadline.map { max(now.duration(to: $0), .zero) + ending }
        return message(extendTimeout: limit, now: now)
    }

    private mutating func stop(_ reason: String, now: Instant) -> NotifyMessage? {
        state = .stopping(reason: reason)
        return message(.stopping, extendTimeout: ending, now: now)
    }

    /// The longest time that the end may take: actions that run have the drain, what runs has the
    /// grace, and then each teardown.
    private var ending: Duration {
        let others = before + afterwards + Self.margin
        return progress.launch.map { $0.longestEnd + others } ?? others
    }

    private mutating func end(_ report: Report, now: Instant) -> NotifyMessage? {
        let reason: String
        var change: NotifyMessage.Change?
        switch state {
        case .ended:
            return nil
        case .stopping(let given):
            reason = given
        case .idle, .starting, .ready:
            reason = "the launch \(report.phase.word)"
            change = .stopping
        }
        let line = StatusText.ended(report, reason: reason)
        state = .ended(line)
        lastStatus = line
        lastSentAt = now
        return NotifyMessage(
            change,
            status: line,
            errorNumber: report.phase == .failed ? Self.errorNumber(report.rootCauses) : nil
        )
    }

    private mutating func messageUnlessTooSoon(now: Instant) -> NotifyMessage? {
        if let lastSentAt, lastSentAt.duration(to: now) < Self.quiet { return nil }
        return message(now: now)
    }

    /// The message with the news that has not been said yet; `nil` when there is none.
    private mutating func message(
        _ change: NotifyMessage.Change? = nil,
        extendTimeout: Duration? = nil,
        now: Instant
    ) -> NotifyMessage? {
        var message = NotifyMessage(change, extendTimeout: extendTimeout)
        let status = status(now: now)
        if status != lastStatus { message.status = status }
        guard message != NotifyMessage() else { return nil }
        lastStatus = status
        lastSentAt = now
        return message
    }

    private var isListening: Bool { if case .listening = voice { true } else { false } }

    private var isReady: Bool { if case .ready = state { true } else { false } }

    private func status(now: Instant) -> String? {
        switch state {
        case .idle: lastStatus
        case .ended(let line): line
        case .starting:
            StatusText.starting(progress, isReload: isReload, remarks: remarksInOrder, now: now)
        case .ready(let degraded, let at):
            StatusText.ready(
                progress,
                at: at,
                degraded: degraded,
                isReloading: isListening,
                reloadFailure: reloadFailure,
                remarks: remarksInOrder,
                now: now
            )
        case .stopping(let reason): StatusText.stopping(reason, progress, now: now)
        }
    }

    /// The number of the first cause, which the status names too; `ETIMEDOUT` when time ran out.
    private static func errorNumber(_ causes: [RootCause]) -> Int32? {
        guard let failure = causes.first?.failure else { return nil }
        return failure.errorNumber ?? (failure.kind == .timedOut ? ETIMEDOUT : nil)
    }
}

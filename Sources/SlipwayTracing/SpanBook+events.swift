internal import Slipway
internal import Tracing

/// The meaning of each event for the spans.
extension SpanBook {
    mutating func record(_ event: Event) {
        let instant = event.at
        let changes = fold.apply(event)
        if case .launchStarted(let report) = event.kind { started(report, at: instant) }
        for change in changes { record(change, at: instant) }
        switch event.kind {
        case .launchReady(let degraded):
            endPhase(Phase.ready(degraded: degraded).word, causes: [], at: instant)
        case .launchDegraded(let reason):
            addEvent("degraded", at: instant, [.reason: .string(reason)], to: phaseSpan)
        case .launchStopping(let reason, let causes): stopping(reason, causes, at: instant)
        case .launchEnded(let report): ended(report, at: instant)
        case .operationStuck(let status, let since):
            let silence = since.duration(to: instant).microseconds
            addEvent(
                "stuck",
                at: instant,
                [.since: .int64(silence)],
                to: open[.operation(status.name)]
            )
        case .operationTornDown(let name, let failure): tornDown(name, failure, at: instant)
        case .eventsLost(let count, _):
            let attributes: Facts = [.count: .int64(Int64(count))]
            addEvent("events lost", at: instant, attributes, to: phaseSpan)
        case .launchStarted, .operationsAdded, .operationsRenewed, .operationReady,
            .operationStarted,
            .operationRetrying, .operationEnded, .operationWaitsInVain, .operationTearingDown,
            .actionChanged, .programChanged, .storageChanged, .paused, .resumed:
            return
        }
    }

    private mutating func record(_ change: LaunchChange, at instant: Instant) {
        switch change {
        case .launch(let report):
            for status in report.operations { changed(status, before: nil, at: instant) }
            for status in report.actions { changed(status, at: instant) }
        case .operation(let status?, let before): changed(status, before: before, at: instant)
        case .action(let status?, _): changed(status, at: instant)
        case .operation(nil, let before?): end(.operation(before.name), at: instant)
        case .action(nil, let before?): end(.action(before.id), at: instant)
        case .operation(nil, nil), .action(nil, nil), .program, .phase: return
        }
    }

    // MARK: The launch

    private mutating func started(_ report: Report, at instant: Instant) {
        name = report.name
        _ = launchContext(at: report.launchedAt ?? instant)
        phaseSpan?.operationName = "launch \(report.name)"
        phaseSpan?.updateAttributes { attributes in
            attributes[.launchID] = report.launchID
            attributes[.launchName] = report.name
        }
    }

    private mutating func stopping(_ reason: String, _ causes: [RootCause], at instant: Instant) {
        if phaseSpan == nil, let launchContext {
            phaseSpan = start("stop \(name ?? "")", in: launchContext, at: instant)
        }
        addEvent("stopping", at: instant, [.reason: .string(reason)], to: phaseSpan)
    }

    private mutating func ended(_ report: Report, at instant: Instant) {
        // Bodies that were given up, and actions whose end was lost.
        for key in Array(open.keys) { end(key, at: instant) }
        endPhase(report.phase.word, causes: report.rootCauses, at: instant)
        isClosed = true
    }

    private mutating func endPhase(_ outcome: String, causes: [RootCause], at instant: Instant) {
        guard let span = phaseSpan else { return }
        span.attributes[.outcome] = outcome
        if !causes.isEmpty {
            let message = causes.map(\.words).joined(separator: "; ")
            span.setStatus(SpanStatus(code: .error, message: message))
        }
        span.end(at: clock.timestamp(instant))
        phaseSpan = nil
    }

    private func tornDown(_ name: String, _ failure: Failure?, at instant: Instant) {
        var attributes: Facts = [.operation: .string(name)]
        if let failure { attributes[.failure] = .string(failure.message) }
        addEvent("torn down", at: instant, attributes, to: phaseSpan)
    }
}

extension SpanBook {
    // MARK: Operations

    // Attributes are set when an operation has ended, all together: to change them is to read and to
    // write them all, and until then its body may be doing the same on another thread.

    private mutating func changed(
        _ status: OperationStatus,
        before: OperationStatus?,
        at instant: Instant
    ) {
        if let outcome = status.outcome, before?.outcome == nil {
            ended(status, outcome, at: status.endedAt ?? instant)
        } else if let startedAt = status.startedAt, before?.startedAt == nil {
            _ = span(.operation(status.name), named: status.name, at: startedAt)
        }
    }

    private mutating func ended(
        _ status: OperationStatus,
        _ outcome: Outcome,
        at instant: Instant
    ) {
        let key = Key.operation(status.name)
        let span = span(key, named: status.name, at: status.startedAt ?? instant)
        for attempt in status.attempts {
            guard let failure = attempt.failure else { continue }
            let attributes: Facts = [
                .attempt: .int64(Int64(attempt.number)),
                .run: .int64(
                    attempt.startedAt.duration(to: attempt.endedAt).microseconds
                ),
                .failure: .string(failure.message),
            ]
            addEvent("attempt failed", at: attempt.endedAt, attributes, to: span)
        }
        span.updateAttributes { attributes in
            attributes[.queue] = status.queue.name
            attributes[.optional] = status.isOptional
            attributes[.outcome] = outcome.word
            if let group = status.group { attributes[.group] = group }
            if let fallback = status.fallback {
                attributes[.fallback] = fallback.source
                if let age = fallback.age {
                    attributes[.fallbackAge] = age.microseconds
                }
            }
            if !status.requires.isEmpty { attributes[.requires] = status.requires }
            if let wait = status.wait { attributes[.wait] = wait.microseconds }
            if status.startedAt != nil { attributes[.attempts] = max(status.attempt, 1) }
            if let releasedBy = status.releasedBy {
                attributes[.releasedBy] = releasedBy
            }
            if let reason = outcome.reason { attributes[.reason] = reason }
        }
        if case .failed(let failure) = outcome {
            span.setStatus(SpanStatus(code: .error, message: failure.message))
        }
        end(key, at: instant)
    }

    // MARK: Actions

    private mutating func changed(_ status: ActionStatus, at instant: Instant) {
        let key = Key.action(status.id)
        switch status.state {
        case .waiting: return
        case .running: _ = span(key, named: status.kind, at: status.startedAt ?? instant)
        case .done, .failed, .cancelled, .expired, .superseded, .interrupted:
            let end = status.endedAt ?? instant
            let span = span(key, named: status.kind, at: status.startedAt ?? end)
            span.updateAttributes { describe(status, in: &$0) }
            if case .failed(let failure, operation: _) = status.state {
                span.setStatus(SpanStatus(code: .error, message: failure.message))
            }
            self.end(key, at: end)
        }
    }

    private func describe(_ status: ActionStatus, in attributes: inout SpanAttributes) {
        attributes[.actionID] = status.id.description
        attributes[.queue] = status.queue.name
        attributes[.outcome] = status.state.word
        if let startedAt = status.startedAt {
            attributes[.wait] = status.acceptedAt.duration(to: startedAt).microseconds
        }
        if let reason = status.state.reason { attributes[.reason] = reason }
    }
}

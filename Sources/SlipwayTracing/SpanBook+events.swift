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
            addEvent("degraded", at: instant, ["slipway.reason": .string(reason)], to: phaseSpan)
        case .launchStopping(let reason, let causes): stopping(reason, causes, at: instant)
        case .launchEnded(let report): ended(report, at: instant)
        case .operationStuck(let status, let since):
            let silence = since.duration(to: instant).microseconds
            addEvent(
                "stuck",
                at: instant,
                ["slipway.since_us": .int64(silence)],
                to: open[.operation(status.name)]
            )
        case .operationTornDown(let name, let failure): tornDown(name, failure, at: instant)
        case .eventsLost(let count, _):
            let attributes: SpanAttributes = ["slipway.count": .int64(Int64(count))]
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
            attributes["slipway.launch.id"] = report.launchID
            attributes["slipway.launch.name"] = report.name
        }
    }

    private mutating func stopping(_ reason: String, _ causes: [RootCause], at instant: Instant) {
        if phaseSpan == nil, let launchContext {
            phaseSpan = start("stop \(name ?? "")", in: launchContext, at: instant)
        }
        addEvent("stopping", at: instant, ["slipway.reason": .string(reason)], to: phaseSpan)
    }

    private mutating func ended(_ report: Report, at instant: Instant) {
        // Bodies that were given up, and actions whose end was lost.
        for key in Array(open.keys) { end(key, at: instant) }
        endPhase(report.phase.word, causes: report.rootCauses, at: instant)
        isClosed = true
    }

    private mutating func endPhase(_ outcome: String, causes: [RootCause], at instant: Instant) {
        guard let span = phaseSpan else { return }
        span.attributes["slipway.outcome"] = outcome
        if !causes.isEmpty {
            let message = causes.map(\.words).joined(separator: "; ")
            span.setStatus(SpanStatus(code: .error, message: message))
        }
        span.end(at: clock.timestamp(instant))
        phaseSpan = nil
    }

    private func tornDown(_ name: String, _ failure: Failure?, at instant: Instant) {
        var attributes: SpanAttributes = ["slipway.operation": .string(name)]
        if let failure { attributes["slipway.failure"] = failure.message }
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
            let attributes: SpanAttributes = [
                "slipway.attempt": .int64(Int64(attempt.number)),
                "slipway.run_us": .int64(
                    attempt.startedAt.duration(to: attempt.endedAt).microseconds
                ),
                "slipway.failure": .string(failure.message),
            ]
            addEvent("attempt failed", at: attempt.endedAt, attributes, to: span)
        }
        span.updateAttributes { attributes in
            attributes["slipway.queue"] = status.queue.name
            attributes["slipway.optional"] = status.isOptional
            attributes["slipway.outcome"] = outcome.word
            if let group = status.group { attributes["slipway.group"] = group }
            if let fallback = status.fallback {
                attributes["slipway.fallback"] = fallback.source
                if let age = fallback.age {
                    attributes["slipway.fallback_age_us"] = age.microseconds
                }
            }
            if !status.requires.isEmpty { attributes["slipway.requires"] = status.requires }
            if let wait = status.wait { attributes["slipway.wait_us"] = wait.microseconds }
            if status.startedAt != nil { attributes["slipway.attempts"] = max(status.attempt, 1) }
            if let releasedBy = status.releasedBy {
                attributes["slipway.released_by"] = releasedBy
            }
            switch outcome {
            case .succeeded, .failed: break
            case .degraded, .cancelled, .skipped, .notNeeded:
                attributes["slipway.reason"] = outcome.message
            }
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
        attributes["slipway.action.id"] = status.id.description
        attributes["slipway.queue"] = status.queue.name
        attributes["slipway.outcome"] = status.state.word
        if let startedAt = status.startedAt {
            attributes["slipway.wait_us"] = status.acceptedAt.duration(to: startedAt).microseconds
        }
        switch status.state {
        case .cancelled(let reason), .interrupted(let reason):
            attributes["slipway.reason"] = reason
        case .superseded(let successor):
            attributes["slipway.reason"] = "superseded by \(successor)"
        case .waiting, .running, .done, .failed, .expired: break
        }
    }
}

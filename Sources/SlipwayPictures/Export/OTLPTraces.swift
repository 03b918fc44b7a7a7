internal import Slipway
internal import SlipwayJSON
internal import SlipwayReport

/// The spans of a launch: the launch, the time before it, each operation in its group, each attempt
/// of one that was tried more than once, and each launch action that has begun.
struct OTLPTraces {
    private let source: OTLPSource
    private let identity: OTLPIdentity
    private let groups: Set<String>
    private let operations: Set<String>

    init(_ source: OTLPSource) {
        self.source = source
        identity = OTLPIdentity(launchID: source.report.launchID)
        groups = Set(source.report.operations.lazy.filter(\.isGroup).map(\.name))
        operations = Set(source.report.operations.lazy.filter { Self.isSpan($0) }.map(\.name))
    }

    private var report: Report { source.report }
    private var launchSpan: String { identity.span("launch") }

    /// `{"resourceSpans": …}`.
    var json: JSON {
        let spans =
            [launch, beforeLaunch].compactMap(\.self)
            + report.operations.filter { Self.isSpan($0) }.flatMap { operationSpans($0) }
            + report.actions.compactMap { span(of: $0) }
        let scope: JSON = [
            "scope": source.scopeJSON,
            "spans": .array(spans.map { $0.json(trace: identity.trace) }),
        ]
        return ["resourceSpans": [["resource": source.resourceJSON, "scopeSpans": [scope]]]]
    }

    // MARK: The launch

    private var launch: OTLPSpan {
        let causes = report.rootCauses.map(\.words)
        return OTLPSpan(
            identity: launchSpan,
            name: "launch \(report.name)",
            start: source.time(report.processStart),
            end: source.time(report.readyAt ?? source.end),
            attributes: [
                OTLPAttribute(.launchID, report.launchID),
                OTLPAttribute(.launchName, report.name),
                OTLPAttribute(.outcome, report.phase.word),
                OTLPAttribute(.launchStart, source.launch.start.rawValue),
                OTLPAttribute(
                    .launchGeneration,
                    .number(Int64(source.launch.generation))
                ),
                OTLPAttribute(.configurationDigest, source.launch.configurationDigest),
            ],
            failure: causes.isEmpty ? nil : causes.joined(separator: "; ")
        )
    }

    private var beforeLaunch: OTLPSpan? {
        guard let launchedAt = report.launchedAt else { return nil }
        return OTLPSpan(
            identity: identity.span("before"),
            parent: launchSpan,
            name: "(before launch)",
            start: source.time(report.processStart),
            end: source.time(launchedAt)
        )
    }

    // MARK: Operations

    /// An operation that has neither begun nor ended is no span.
    private static func isSpan(_ operation: OperationStatus) -> Bool {
        operation.startedAt != nil || operation.endedAt != nil
    }

    private func operationSpans(_ operation: OperationStatus) -> [OTLPSpan] {
        let own = identity.span("operation", operation.name)
        let group = operation.group.flatMap { groups.contains($0) ? $0 : nil }
        let end = operation.endedAt ?? source.end
        let start = operation.startedAt ?? end
        let span = OTLPSpan(
            identity: own,
            parent: group.map { identity.span("operation", $0) } ?? launchSpan,
            name: operation.name,
            start: source.time(start),
            end: source.time(end),
            attributes: attributes(of: operation),
            links: links(operation.requires, "requires") + links(operation.after, "after"),
            failure: failure(of: operation)
        )
        return [span] + attempts(of: operation, in: own, until: end)
    }

    private func links(_ names: [String], _ relation: String) -> [OTLPSpan.Link] {
        names.filter(operations.contains).map { name in
            OTLPSpan.Link(
                span: identity.span("operation", name),
                attributes: [OTLPAttribute(.relation, .text(relation))]
            )
        }
    }

    private func failure(of operation: OperationStatus) -> String? {
        guard case .failed(let failure) = operation.outcome else { return nil }
        return failure.message
    }

    private func attributes(of operation: OperationStatus) -> [OTLPAttribute?] {
        var attributes = [
            OTLPAttribute(.queue, operation.isGroup ? nil : operation.queue.name),
            OTLPAttribute(.stage, operation.stage.rawValue),
            OTLPAttribute(.optional, .flag(operation.isOptional)),
            OTLPAttribute(.outcome, operation.word),
            OTLPAttribute(.group, operation.group),
            OTLPAttribute(.fallback, operation.fallback?.source),
            OTLPAttribute(.releasedBy, operation.releasedBy),
        ]
        if let age = operation.fallback?.age {
            attributes.append(OTLPAttribute(.fallbackAge, .number(age.microseconds)))
        }
        if !operation.requires.isEmpty {
            attributes.append(OTLPAttribute(.requires, .texts(operation.requires)))
        }
        if let wait = operation.wait {
            attributes.append(OTLPAttribute(.wait, .number(wait.microseconds)))
        }
        if let wait = operation.lockWait {
            attributes.append(OTLPAttribute(.lock, wait.lock.name))
            attributes.append(
                OTLPAttribute(.lockWait, .number(wait.duration.microseconds))
            )
        }
        if operation.startedAt != nil, !operation.isGroup {
            let count = Int64(max(operation.attemptCount, 1))
            attributes.append(OTLPAttribute(.attempts, .number(count)))
        }
        attributes.append(OTLPAttribute(.reason, operation.outcome?.reason))
        return attributes
    }

    /// The spans of the attempts; none for an operation that was tried once, whose own span says
    /// everything.
    private func attempts(
        of operation: OperationStatus,
        in parent: String,
        until end: Instant
    ) -> [OTLPSpan] {
        guard operation.attemptCount > 1 else { return [] }
        var spans = operation.attempts.map { attempt -> OTLPSpan in
            let times = (attempt.startedAt, attempt.endedAt)
            return self.attempt(attempt.number, of: operation, parent, times, attempt.failure)
        }
        if let start = operation.attemptStartedAt {
            let number = operation.attemptCount
            spans.append(attempt(number, of: operation, parent, (start, end), nil))
        }
        return spans
    }

    private func attempt(
        _ number: Int,
        of operation: OperationStatus,
        _ parent: String,
        _ times: (start: Instant, end: Instant),
        _ failure: Failure?
    ) -> OTLPSpan {
        OTLPSpan(
            identity: identity.span("attempt \(number)", operation.name),
            parent: parent,
            name: "\(operation.name) attempt \(number)",
            start: source.time(times.start),
            end: source.time(times.end),
            attributes: [OTLPAttribute(.attempt, .number(Int64(number)))],
            failure: failure?.message
        )
    }

    // MARK: Actions

    /// The span of the last attempt; `nil` for an action that has not begun in this launch.
    private func span(of action: ActionStatus) -> OTLPSpan? {
        guard let start = action.startedAt, start >= report.processStart else { return nil }
        var failure: String?
        if case .failed(let cause, operation: _) = action.state { failure = cause.message }
        return OTLPSpan(
            identity: identity.span("action", action.id.description),
            parent: launchSpan,
            name: action.kind,
            start: source.time(start),
            end: source.time(action.endedAt ?? source.end),
            attributes: [
                OTLPAttribute(.actionID, action.id.description),
                OTLPAttribute(.queue, action.queue.name),
                OTLPAttribute(.outcome, action.state.word),
                OTLPAttribute(.attempts, .number(Int64(action.attempts))),
                OTLPAttribute(
                    .wait,
                    .number(action.acceptedAt.elapsed(to: start).microseconds)
                ),
                OTLPAttribute(.reason, action.state.reason),
            ],
            links: links(action.requires, "requires"),
            failure: failure
        )
    }
}

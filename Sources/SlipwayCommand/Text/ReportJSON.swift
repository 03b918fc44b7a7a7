internal import Slipway
internal import SlipwayJSON

/// What a report says about time, for machines: durations are whole microseconds, and members
/// that are not known are absent.
enum ReportJSON {
    /// `{"phase", "totalUSec", "beforeLaunchUSec", "operations", "ended", "troubles": {word: count},
    /// "queues": [{"name", "operations", "busyUSec", "runUSec"}]}`.
    static func time(_ report: Report, at now: Instant) -> JSON {
        let summary = report.timeSummary(at: now)
        var object: JSONObject = ["phase": .string(summary.phase.word)]
        object["totalUSec"] = microseconds(summary.total)
        object["beforeLaunchUSec"] = microseconds(summary.beforeLaunch)
        object["operations"] = .integer(Int64(summary.operations))
        object["ended"] = .integer(Int64(summary.ended))
        object["troubles"] = .object(
            JSONObject(summary.troubles.map { ($0.word, .integer(Int64($0.count))) })
        )
        object["queues"] = .array(
            summary.queues.map { queue in
                [
                    "name": .string(queue.queue.name),
                    "operations": .integer(Int64(queue.operations)),
                    "busyUSec": .integer(queue.busy.microseconds),
                    "runUSec": .integer(queue.run.microseconds),
                ]
            }
        )
        return .object(object)
    }

    /// `[{"name", "queue", "state", "optional", "waitUSec", "lockWaitUSec", "runUSec", "attempts",
    /// "backoffUSec"}]`, slowest first; `lockWaitUSec` is a part of `waitUSec`.
    static func blame(_ report: Report, at now: Instant, limit: Int?) -> JSON {
        .array(
            report.blame(at: now).prefix(limit ?? .max).map { entry in
                var object: JSONObject = [
                    "name": .string(entry.operation.name),
                    "queue": .string(entry.operation.queue.name),
                    "state": .string(entry.operation.word),
                    "optional": .bool(entry.operation.isOptional),
                ]
                object["waitUSec"] = microseconds(entry.wait)
                object["lockWaitUSec"] = microseconds(entry.operation.lockWait?.duration)
                object["runUSec"] = microseconds(entry.run)
                object["attempts"] = attempts(entry.operation.attemptCount)
                object["backoffUSec"] = microseconds(entry.operation.backoff)
                return .object(object)
            }
        )
    }

    /// `[{"name", "queue", "state", "startedUSec", "waitUSec", "lockWaitUSec", "runUSec",
    /// "attempts", "backoffUSec", "after" | "heldBy", "lock"}]`, the last one first; `after` is the
    /// operation that it started after, `heldBy` the one that had its queue or, where `lock` is
    /// there, that lock.
    static func criticalChain(_ report: Report, to name: String?) -> JSON {
        .array(report.criticalChain(to: name).map(step))
    }

    private static func step(_ step: ChainStep) -> JSON {
        var object: JSONObject = [
            "name": .string(step.name),
            "queue": .string(step.queue.name),
            "state": .string(
                OperationStatus(name: step.name, queue: step.queue, state: step.state).word
            ),
        ]
        object["startedUSec"] = microseconds(step.startedAfter)
        object["waitUSec"] = microseconds(step.wait)
        object["lockWaitUSec"] = microseconds(step.lockWait?.duration)
        object["runUSec"] = microseconds(step.run)
        object["attempts"] = attempts(step.attempts)
        object["backoffUSec"] = microseconds(step.backoff)
        switch step.cause {
        case .launch: break
        case .operation(let name): object["after"] = .string(name)
        case .queue(let holder): object["heldBy"] = .string(holder)
        case .lock(let lock, let holder):
            object["heldBy"] = .string(holder)
            object["lock"] = .string(lock.name)
        }
        return .object(object)
    }

    /// Absent for an operation that may not be tried again.
    private static func attempts(_ count: Int) -> JSON? {
        count > 0 ? .integer(Int64(count)) : nil
    }

    private static func microseconds(_ duration: Duration?) -> JSON? {
        duration.map { .integer($0.microseconds) }
    }
}

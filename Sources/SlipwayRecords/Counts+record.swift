package import SlipwayJSON

extension OperationCounts {
    var json: JSON {
        [
            "pending": JSON(count: pending),
            "ready": JSON(count: ready),
            "running": JSON(count: running),
            "succeeded": JSON(count: succeeded),
            "degraded": JSON(count: degraded),
            "failed": JSON(count: failed),
            "cancelled": JSON(count: cancelled),
            "skipped": JSON(count: skipped),
        ]
    }
}

extension JSONReading<OperationCounts> {
    static var operationCounts: Self {
        .record { fields throws(JSONFieldError) in
            var counts = OperationCounts()
            counts.pending = try fields.required("pending", .count)
            counts.ready = try fields.required("ready", .count)
            counts.running = try fields.required("running", .count)
            counts.succeeded = try fields.required("succeeded", .count)
            counts.degraded = try fields.required("degraded", .count)
            counts.failed = try fields.required("failed", .count)
            counts.cancelled = try fields.required("cancelled", .count)
            counts.skipped = try fields.required("skipped", .count)
            return counts
        }
    }
}

extension ActionCounts {
    package var json: JSON {
        [
            "waiting": JSON(count: waiting),
            "running": JSON(count: running),
            "done": JSON(count: done),
            "failed": JSON(count: failed),
            "cancelled": JSON(count: cancelled),
            "expired": JSON(count: expired),
            "superseded": JSON(count: superseded),
            "interrupted": JSON(count: interrupted),
        ]
    }
}

extension JSONReading<ActionCounts> {
    package static var actionCounts: Self {
        .record { fields throws(JSONFieldError) in
            var counts = ActionCounts()
            counts.waiting = try fields.required("waiting", .count)
            counts.running = try fields.required("running", .count)
            counts.done = try fields.required("done", .count)
            counts.failed = try fields.required("failed", .count)
            counts.cancelled = try fields.required("cancelled", .count)
            counts.expired = try fields.required("expired", .count)
            counts.superseded = try fields.required("superseded", .count)
            counts.interrupted = try fields.required("interrupted", .count)
            return counts
        }
    }
}

package import Slipway
package import SlipwayJSON
package import SlipwayRecords

/// One action of a list.
package struct ListedAction: Hashable, Sendable {
    /// The action.
    package var status: ActionStatus
    /// Who sent it; `nil` if that is not known.
    package var sender: ActionSender?
    /// Its idempotency key; `nil` for none, and for callers who may not see it.
    package var key: String?

    /// Creates an entry.
    package init(_ status: ActionStatus, sender: ActionSender? = nil, key: String? = nil) {
        self.status = status
        self.sender = sender
        self.key = key
    }
}

/// The output of `ListActions`.
package struct ActionPage: Hashable, Sendable {
    /// The actions, as they were accepted.
    package var listed: [ListedAction]
    /// What to ask for the next page with, which only the service reads; `nil` when there is none.
    package var next: String?

    /// Creates a page.
    package init(listed: [ListedAction], next: String? = nil) {
        self.listed = listed
        self.next = next
    }

    /// The actions without their senders.
    package var actions: [ActionStatus] { listed.map(\.status) }

    /// The output of `ListActions`.
    ///
    /// - Parameters:
    ///   - offsets: The zero of the times.
    ///   - now: The moment.
    /// - Returns: The parameters of the reply.
    package func parameters(_ offsets: Offsets, at now: Instant) -> JSONObject {
        var object: JSONObject = [
            "actions": .array(listed.map { $0.json(offsets) }),
            "nowUSec": offsets.json(now),
        ]
        object["next"] = next.map { .string($0) }
        return object
    }

    /// Reads the output of `ListActions`; its moment becomes `now`.
    package init(_ parameters: JSON, now: Instant = .now) throws(JSONFieldError) {
        self = try JSONReading.record { fields throws(JSONFieldError) in
            let elapsed = try fields.required("nowUSec", Offsets().instant)
            let processStart = Instant(nanoseconds: now.nanoseconds &- elapsed.nanoseconds)
            let offsets = Offsets(processStart: processStart)
            return ActionPage(
                listed: try fields.required("actions", .array(of: .listed(offsets))),
                next: try fields.optional("next", .string)
            )
        }.read(parameters)
    }
}

extension ListedAction {
    /// Type `Action`, with the fields that only lists have.
    fileprivate func json(_ offsets: Offsets) -> JSON {
        guard case .object(var object) = status.json(offsets) else { return .null }
        object["sender"] = sender?.json
        object["key"] = key.map { .string($0) }
        return .object(object)
    }
}

extension JSONReading<ListedAction> {
    fileprivate static func listed(_ offsets: Offsets) -> Self {
        .record { fields throws(JSONFieldError) in
            ListedAction(
                try ActionStatus(reading: &fields, offsets),
                sender: try fields.optional("sender", .sender),
                key: try fields.optional("key", .string)
            )
        }
    }
}

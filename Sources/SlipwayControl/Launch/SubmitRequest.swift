package import SlipwayJSON
internal import SlipwayRecords

/// A launch action as its sender submits it.
package struct SubmitRequest: Hashable, Sendable {
    /// What the sender waits for.
    package enum Wait: String, CaseIterable, Hashable, Sendable {
        /// The action is stored.
        case accepted
        /// Its handler runs.
        case running
        /// It has ended, with any outcome.
        case done
    }

    /// The declared kind.
    package var kind: String
    /// The payload; empty for none.
    package var payload: JSONObject
    /// The idempotency key; `nil` for none.
    package var key: String?
    /// What the sender waits for.
    package var wait: Wait
    /// How long the sender waits; `nil` for no limit.
    package var timeout: Duration?

    /// Creates a request.
    package init(
        kind: String,
        payload: JSONObject = [:],
        key: String? = nil,
        wait: Wait = .accepted,
        timeout: Duration? = nil
    ) {
        self.kind = kind
        self.payload = payload
        self.key = key
        self.wait = wait
        self.timeout = timeout
    }
}

extension SubmitRequest {
    var parameters: JSONObject {
        var parameters: JSONObject = ["kind": .string(kind)]
        if !payload.isEmpty { parameters["payload"] = .object(payload) }
        parameters["key"] = key.map { .string($0) }
        parameters["wait"] = .string(wait.rawValue)
        parameters["timeoutUSec"] = timeout.map { JSON(microsecondsOf: $0) }
        return parameters
    }

    init(reading fields: inout JSONFields) throws(JSONFieldError) {
        self.init(
            kind: try fields.required("kind", .name),
            payload: try fields.optional("payload", .object) ?? [:],
            key: try fields.optional("key", .string(upTo: TextLimit.key)),
            wait: try fields.optional("wait", .oneOf(Wait.self)) ?? .accepted,
            timeout: try fields.optional("timeoutUSec", .microsecondSpan)
        )
    }
}

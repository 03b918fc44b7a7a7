internal import SlipwayJSON

/// One span in the JSON of OTLP.
struct OTLPSpan {
    /// Another span that this one came after.
    struct Link {
        var span: String
        var attributes: [OTLPAttribute]
    }

    var identity: String
    /// The identity of the span around it; `nil` for the launch.
    var parent: String?
    var name: String
    /// Nanoseconds since 1970, as a text.
    var start: JSON
    var end: JSON
    var attributes: [OTLPAttribute?] = []
    var links: [Link] = []
    /// The failure in words; `nil` if there is none.
    var failure: String?

    /// `SPAN_KIND_INTERNAL`.
    private static let kind: JSON = 1
    /// `STATUS_CODE_ERROR`.
    private static let error: JSON = 2

    func json(trace: String) -> JSON {
        let known = attributes.compactMap { $0?.json }
        let linked = links.map { link -> JSON in
            [
                "traceId": .string(trace),
                "spanId": .string(link.span),
                "attributes": .array(link.attributes.map(\.json)),
            ]
        }
        return .object(
            JSONObject(present: [
                "traceId": .string(trace),
                "spanId": .string(identity),
                "parentSpanId": parent.map { .string($0) },
                "name": .string(name),
                "kind": Self.kind,
                "startTimeUnixNano": start,
                "endTimeUnixNano": end,
                "attributes": known.isEmpty ? nil : .array(known),
                "links": linked.isEmpty ? nil : .array(linked),
                "status": failure.map { ["message": .string($0), "code": Self.error] },
            ])
        )
    }
}

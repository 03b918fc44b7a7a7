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
    /// Nanoseconds since 1970, quoted.
    var start: String
    var end: String
    var attributes: [OTLPAttribute?] = []
    var links: [Link] = []
    /// Why it failed; `nil` if it did not.
    var failure: String?

    /// `SPAN_KIND_INTERNAL`.
    private static let kind = "1"
    /// `STATUS_CODE_ERROR`.
    private static let error = "2"

    func json(trace: String) -> String {
        let known = attributes.compactMap { $0?.json }
        let linked = links.map { link in
            JSONText.object([
                "traceId": JSONText.quoted(trace),
                "spanId": JSONText.quoted(link.span),
                "attributes": JSONText.array(link.attributes.map(\.json)),
            ])
        }
        let status = failure.map {
            JSONText.object(["message": JSONText.quoted($0), "code": Self.error])
        }
        return JSONText.object([
            "traceId": JSONText.quoted(trace),
            "spanId": JSONText.quoted(identity),
            "parentSpanId": parent.map { JSONText.quoted($0) },
            "name": JSONText.quoted(name),
            "kind": Self.kind,
            "startTimeUnixNano": start,
            "endTimeUnixNano": end,
            "attributes": known.isEmpty ? nil : JSONText.array(known),
            "links": linked.isEmpty ? nil : JSONText.array(linked),
            "status": status,
        ])
    }
}

internal import Slipway
internal import SlipwayJSON

/// A fact beside a span or a number, in the JSON of OTLP.
struct OTLPAttribute {
    /// The value of a fact.
    enum Value {
        case text(String)
        case number(Int64)
        case flag(Bool)
        case texts([String])
    }

    let name: String
    let value: Value

    init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }

    init(_ fact: SpanFact, _ value: Value) { self.init(fact.full, value) }

    /// A text; `nil` if there is none.
    init?(_ fact: SpanFact, _ text: String?) { self.init(fact.full, text) }

    /// A text; `nil` if there is none.
    init?(_ name: String, _ text: String?) {
        guard let text, !text.isEmpty else { return nil }
        self.init(name, .text(text))
    }

    /// `{"key":"slipway.queue","value":{"stringValue":"main"}}`.
    var json: JSON { ["key": .string(name), "value": Self.json(value)] }

    private static func json(_ value: Value) -> JSON {
        switch value {
        case .text(let text): ["stringValue": .string(text)]
        // 64 bits do not fit into a number of JSON.
        case .number(let number): ["intValue": "\(number)"]
        case .flag(let flag): ["boolValue": .bool(flag)]
        case .texts(let texts): ["arrayValue": ["values": .array(texts.map { json(.text($0)) })]]
        }
    }
}

package import Slipway
package import SlipwayJSON
package import SlipwayVarlink

/// A phase, as its word.
package struct PhaseType: WireType {
    private let word = WordType<Phase.Word>.word(Phase.Word.self)

    package var expected: String { word.expected }

    package func json(_ value: Phase, _ offsets: Offsets) -> JSON { word.json(value.kind, offsets) }

    package func read(_ json: JSON, _ offsets: Offsets) throws(JSONFieldError) -> Phase {
        Phase(try word.read(json, offsets))
    }

    package func declaration(in interface: inout InterfaceText) -> String {
        word.declaration(in: &interface)
    }
}

/// A queue or a lock, as its name.
package struct NamedType<Value: Sendable>: ScalarType {
    let name: @Sendable (Value) -> String
    let make: @Sendable (String) -> Value

    package var expected: String { "a string" }
    package var declaration: String { "string" }

    package func json(_ value: Value, _ offsets: Offsets) -> JSON { .string(name(value)) }

    package func value(of json: JSON, _ offsets: Offsets) -> Value? {
        json.stringValue.map(make)
    }
}

extension WireType where Self == PhaseType {
    package static var phase: Self { PhaseType() }
}

extension WireType where Self == NamedType<Queue> {
    package static var queue: Self { NamedType(name: { $0.name }, make: { .named($0) }) }
}

extension WireType where Self == NamedType<Lock> {
    package static var lock: Self { NamedType(name: { $0.name }, make: { Lock($0) }) }
}

extension WireType where Self == NamedType<ActionID> {
    package static var actionID: Self {
        NamedType(name: { $0.description }, make: { ActionID($0) })
    }
}

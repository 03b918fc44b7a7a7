internal import Slipway
internal import SlipwayJSON
package import SlipwayPictures
internal import SlipwayReport
package import SlipwayVarlink

extension LaunchStatistics: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Statistics", "The times of launches of one kind, and of their operations")
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("What the launches began with")
        try fields.required("start", &kind.start, .oneOf(RecordedLaunch.Start.self))
        fields.say("Whether they are reloads of a running service")
        try fields.required("isReload", &kind.isReload, .flag)
        fields.say("How many launches there are")
        try fields.required("launches", count, .count) { _ in }
        fields.say("How long they took until they were ready; reloads from their beginning")
        try fields.required("ready", &ready, .record(DurationSeries.self))
        fields.say("The operations, those with the longest median first")
        try fields.required("operations", &operations, .list(.record(Operation.self)))
    }
}

extension LaunchStatistics.Operation: NamedRecord {
    package static var declaration: Declaration {
        Declaration("OperationTimes", "An operation in launches of one kind")
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Its name")
        try fields.required("name", &name, .text)
        fields.say("How long it waited for its queue and for locks")
        try fields.required("wait", &wait, .record(DurationSeries.self))
        fields.say("How long it took, where it succeeded or was degraded")
        try fields.required("run", &run, .record(DurationSeries.self))
    }
}

extension DurationSeries: NamedRecord {
    package static var declaration: Declaration {
        Declaration("Series", "A time in several launches, one after the other")
    }
    package static var blank: Self { Self([]) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(JSONFieldError) {
        fields.say("Half of the launches took no longer; null without any time")
        try fields.defaulted("p50USec", median, .orNull(.span)) { _ in }
        fields.say("95 of 100 launches took no longer; null without any time")
        try fields.defaulted("p95USec", percentile95, .orNull(.span)) { _ in }
        fields.say("That of the last launch that has one; null without any time")
        try fields.defaulted("lastUSec", last, .orNull(.span)) { _ in }
        fields.say("That of each launch, the oldest first; null for one that has none")
        try fields.required("eachUSec", durations, .list(.orNull(.span))) { self = Self($0) }
    }
}

/// A value, or `null` in its place: an element of a list cannot be left out.
private struct NullableType<Wrapped: WireType>: WireType {
    let wrapped: Wrapped

    var expected: String { "\(wrapped.expected), or null" }

    func json(_ value: Wrapped.Value?, _ offsets: Offsets) -> JSON {
        value.map { wrapped.json($0, offsets) } ?? .null
    }

    func read(_ json: JSON, _ offsets: Offsets) throws(JSONFieldError) -> Wrapped.Value? {
        json.isNull ? nil : try wrapped.read(json, offsets)
    }

    func declaration(in interface: inout InterfaceText) -> String {
        "?" + wrapped.declaration(in: &interface)
    }
}

extension WireType {
    fileprivate static func orNull<Wrapped: WireType>(_ wrapped: Wrapped) -> Self
    where Self == NullableType<Wrapped> {
        NullableType(wrapped: wrapped)
    }
}

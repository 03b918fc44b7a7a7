package import Slipway
package import SlipwayJSON

/// Converts instants to JSON: whole microseconds since the process started.
///
/// An instant that is a whole number of microseconds after a ``processStart`` in whole microseconds
/// is read back exactly; any other is rounded down.
package struct Offsets: Hashable, Sendable {
    /// The instant from which offsets count.
    package let processStart: Instant

    /// Creates a conversion; without a zero, instants are read as offsets from 0.
    package init(processStart: Instant = Instant(nanoseconds: 0)) {
        self.processStart = processStart
    }
}

/// A moment on the monotonic clock: whole microseconds since the process started.
package struct InstantType: ScalarType {
    /// The farthest accepted moment, 285 years off: an action may have been accepted while the
    /// clock of the machine showed 1970, or any other date of ``DateType/accepted``.
    private static let farthest: Int64 = 9_000_000_000_000_000

    package var expected: String { "microseconds since the process started" }
    package var declaration: String { "int" }

    package func json(_ value: Instant, _ offsets: Offsets) -> JSON {
        .integer((value.nanoseconds &- offsets.processStart.nanoseconds) / 1000)
    }

    package func value(of json: JSON, _ offsets: Offsets) -> Instant? {
        guard case .integer(let number) = json, -Self.farthest...Self.farthest ~= number else {
            return nil
        }
        return Instant(nanoseconds: offsets.processStart.nanoseconds &+ number * 1000)
    }
}

/// A time span in whole microseconds.
package struct SpanType: ScalarType {
    /// The largest accepted span, 31 years: far below the overflow of nanoseconds in 64 bits.
    fileprivate static let farthest: Int64 = 1_000_000_000_000_000

    fileprivate var accepted = 0...Self.farthest

    package var expected: String {
        "microseconds from \(accepted.lowerBound) to \(accepted.upperBound)"
    }
    package var declaration: String { "int" }

    package func json(_ value: Duration, _ offsets: Offsets) -> JSON {
        .integer(value.microseconds)
    }

    package func value(of json: JSON, _ offsets: Offsets) -> Duration? {
        guard case .integer(let number) = json, accepted ~= number else { return nil }
        return .microseconds(number)
    }
}

/// A date of the wall clock, in whole microseconds since 1970.
package struct DateType: ScalarType {
    /// The dates that can be told: up to the year 2255.
    package static let accepted: ClosedRange<Int64> = 0...9_000_000_000_000_000

    package var expected: String {
        "microseconds since 1970 from 0 to \(Self.accepted.upperBound)"
    }
    package var declaration: String { "int" }

    package func json(_ value: Duration, _ offsets: Offsets) -> JSON {
        .integer(value.microseconds)
    }

    package func value(of json: JSON, _ offsets: Offsets) -> Duration? {
        guard case .integer(let number) = json, Self.accepted ~= number else { return nil }
        return .microseconds(number)
    }
}

extension WireType where Self == InstantType {
    package static var instant: Self { InstantType() }
}

extension WireType where Self == SpanType {
    /// A time span, at least 0.
    package static var span: Self { SpanType() }

    /// A time span, or by how much shorter one is than another.
    package static var difference: Self {
        SpanType(accepted: -SpanType.farthest...SpanType.farthest)
    }
}

extension WireType where Self == DateType {
    package static var date: Self { DateType() }
}

extension FieldVisitor {
    /// Goes through the field that holds the zero of all instants behind it: the start of the process on
    /// the clock of the machine.
    package mutating func zero(
        _ name: String,
        _ value: inout Instant
    ) throws(JSONFieldError) {
        offsets = Offsets()
        try required(name, &value, .instant)
        offsets = Offsets(processStart: value)
    }
}

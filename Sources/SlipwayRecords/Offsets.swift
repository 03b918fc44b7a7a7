package import Slipway
package import SlipwayJSON

/// Converts instants to JSON: whole microseconds since the process started.
///
/// An instant that is a whole number of microseconds after a ``processStart`` in whole microseconds
/// is read back exactly; any other is rounded down.
package struct Offsets: Hashable, Sendable {
    /// The zero.
    package let processStart: Instant

    /// Creates a conversion; without a zero, instants are read as offsets from 0.
    package init(processStart: Instant = Instant(nanoseconds: 0)) {
        self.processStart = processStart
    }

    /// The instant as JSON.
    package func json(_ instant: Instant) -> JSON {
        .integer((instant.nanoseconds &- processStart.nanoseconds) / 1000)
    }

    /// The instant as JSON; `nil` for none.
    package func json(_ instant: Instant?) -> JSON? { instant.map { json($0) } }

    /// Reads an instant.
    package var instant: JSONReading<Instant> {
        let zero = processStart.nanoseconds
        return JSONReading("microseconds since the process started") { json in
            microseconds(json, upTo: farthestInstant).map {
                Instant(nanoseconds: zero &+ $0 * 1000)
            }
        }
    }
}

/// The largest accepted time span, 31 years: far below the overflow of nanoseconds in 64 bits.
private let farthest: Int64 = 1_000_000_000_000_000
/// The farthest accepted instant, 285 years off: an action may have been accepted while the clock
/// of the machine showed 1970, or any other date of ``Calendar/dates``.
private let farthestInstant: Int64 = 9_000_000_000_000_000

private func microseconds(_ json: JSON, upTo limit: Int64) -> Int64? {
    json.integerValue.flatMap { -limit...limit ~= $0 ? $0 : nil }
}

extension JSONReading<Duration> {
    /// A time span in whole microseconds, at least 0.
    package static var microsecondSpan: Self {
        .init("microseconds from 0 to \(farthest)") { json in
            microseconds(json, upTo: farthest).flatMap { $0 < 0 ? nil : .microseconds($0) }
        }
    }
}

extension JSON {
    /// A time span in whole microseconds.
    package init(microsecondsOf duration: Duration) { self = .integer(duration.microseconds) }

    /// An array of texts.
    package init(_ strings: [String]) { self = .array(strings.map { .string($0) }) }
}

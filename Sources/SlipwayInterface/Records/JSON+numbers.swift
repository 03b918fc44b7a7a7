internal import Slipway
package import SlipwayJSON

extension JSON {
    /// A number of things.
    package init(count: Int) { self = .integer(Int64(count)) }

    /// A time span in whole microseconds.
    package init(microsecondsOf duration: Duration) { self = .integer(duration.microseconds) }
}

internal import Slipway
package import SlipwayJSON

extension JSON {
    /// A time span in whole microseconds.
    package init(microsecondsOf duration: Duration) { self = .integer(duration.microseconds) }
}

/// The parties that let nothing start in a launch or a queue: each lifts its own pause, and no other's.
package struct PauseOwners: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The operators of the service, or the program that embeds the launch.
    package static let operators = Self(rawValue: 1)
    /// A reload, which makes room for the next generation.
    package static let reload = Self(rawValue: 2)
}

internal import CSlipway

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// The terminal that controls this process; see credentials(7).
package enum Terminal {
    /// There is a terminal.
    package static var isThere: Bool { slipway_terminal_error() == 0 }

    /// There is no terminal (any more); `false` also while that cannot be found out, for lack of
    /// descriptors.
    package static var isGone: Bool { [ENXIO, EIO].contains(slipway_terminal_error()) }

    /// Tells whether a descriptor is a terminal on which colours are wanted.
    package static func takesColours(_ descriptor: Int32) -> Bool {
        takesColours(isTerminal: isatty(descriptor) == 1) { getenv($0).map { String(cString: $0) } }
    }

    /// Colours are for terminals that can show them, unless `NO_COLOR` is set to anything.
    package static func takesColours(isTerminal: Bool, environment: (String) -> String?) -> Bool {
        isTerminal && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
    }
}

internal import CSlipway
internal import Glibc

/// The terminal that controls this process; see credentials(7).
package enum Terminal {
    /// There is a terminal.
    package static var isThere: Bool { slipway_terminal_error() == 0 }

    /// There is no terminal (any more); `false` also while that cannot be found out, for lack of
    /// descriptors.
    package static var isGone: Bool { [ENXIO, EIO].contains(slipway_terminal_error()) }
}

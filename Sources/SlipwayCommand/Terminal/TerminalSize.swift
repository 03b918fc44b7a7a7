internal import Glibc

/// The size of a terminal, in characters.
struct TerminalSize: Hashable {
    var columns: Int
    var lines: Int

    /// The size of a terminal that does not tell it.
    static let usual = TerminalSize(columns: 80, lines: 24)

    /// The present size of the terminal behind a descriptor.
    static func of(_ descriptor: Int32) -> TerminalSize {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return usual }
        return TerminalSize(columns: Int(size.ws_col), lines: Int(size.ws_row))
    }
}

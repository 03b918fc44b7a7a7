internal import Glibc

/// The last resort for what must be known when no reporter may be there.
enum StandardError {
    /// Writes a line; what cannot be written is lost.
    static func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
    }
}

internal import CSlipway

/// The last resort for what must be known when no reporter may be there.
enum StandardError {
    /// Writes a line, made safe to print; what cannot be written is lost.
    static func write(_ line: String) {
        let bytes = Array((line.printable + "\n").utf8)
        bytes.withUnsafeBytes { slipway_write_error($0.baseAddress, $0.count) }
    }
}

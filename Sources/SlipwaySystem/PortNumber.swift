/// Reads TCP ports from text.
package enum PortNumber {
    /// Reads 1 to 65535 in decimal digits; `nil` for anything else.
    package static func read(_ text: some StringProtocol) -> UInt16? {
        guard 1...5 ~= text.utf8.count, text.utf8.allSatisfy(ASCII.isDigit) else { return nil }
        return UInt16(text).flatMap { $0 == 0 ? nil : $0 }
    }
}

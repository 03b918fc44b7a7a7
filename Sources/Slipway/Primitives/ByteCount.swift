/// Numbers of bytes as people write them: powers of 1024.
package enum ByteCount {
    private static let units = ["", "K", "M", "G", "T"]

    /// Reads a whole number and its unit, such as `4096`, `64K` or `1536M`; `nil` for anything else.
    package static func number(_ text: some StringProtocol) -> UInt64? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard let power = units.firstIndex(of: String(text.dropFirst(digits.count))),
            let number = UInt64(digits), number <= UInt64.max >> (10 * power + 1)
        else { return nil }
        return number << (10 * power)
    }

    /// `512`, `64K`, `1.5G`: to a tenth of the largest unit that is not above it.
    ///
    /// - Parameter bytes: A negative number counts as zero.
    /// - Returns: The text, without a sign and without `B`.
    package static func text(_ bytes: some BinaryInteger) -> String {
        let bytes = UInt64(clamping: bytes)
        var power = 0
        while power + 1 < units.count, bytes >> (10 * (power + 1)) > 0 { power += 1 }
        let unit = UInt64(1) << (10 * power)
        let (whole, rest) = bytes.quotientAndRemainder(dividingBy: unit)
        let tenth = rest * 10 / unit
        return "\(whole)" + (power > 0 && tenth > 0 ? ".\(tenth)" : "") + units[power]
    }
}

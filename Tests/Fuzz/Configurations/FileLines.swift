/// Lines of a file, as an editor and YAML count them.
enum FileLines {
    /// The number of Unicode scalars of each line, without its end; bytes that are not UTF-8 count
    /// as their replacement characters.
    static func lengths(of bytes: [UInt8]) -> [Int] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
        var lengths = [0]
        var isAfterReturn = false
        for scalar in String(decoding: content, as: UTF8.self).unicodeScalars {
            defer { isAfterReturn = scalar == "\r" }
            switch scalar {
            case "\n" where isAfterReturn: break
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": lengths.append(0)
            default: lengths[lengths.count - 1] += 1
            }
        }
        return lengths
    }
}

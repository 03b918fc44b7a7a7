internal import CSlipway

/// The arguments of the process as bytes: the kernel passes any, not only text.
///
/// The bytes are those that `main` gets: `CommandLine` loses all arguments in a statically linked
/// program when a library that is loaded before it sets a variable (swiftlang/swift#76080), and
/// without `/proc`.
package enum ProcessArguments {
    /// The arguments without the name of the program, as text; to be used once there is no
    /// ``fault``.
    package static var all: [String] {
        allBytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Why the arguments are no text, with the first that is none; `nil` if all are.
    ///
    /// As text, wrong bytes would be replaced, and different arguments would become equal.
    package static var fault: String? { fault(of: allBytes) }

    private static var allBytes: [[UInt8]] {
        let count = Int(slipway_argument_count())
        let all = UnsafeBufferPointer(start: slipway_arguments(), count: count)
        return all.dropFirst().compactMap { $0.map(bytes) }
    }

    /// Why the arguments, without the name of the program, are no text; `nil` if they are.
    package static func fault(of arguments: [[UInt8]]) -> String? {
        for (index, bytes) in arguments.enumerated()
        where String(validating: bytes, as: UTF8.self) == nil {
            return "argument \(index + 1), '\(shown(bytes))', is not UTF-8; write it in UTF-8"
        }
        return nil
    }

    private static func bytes(_ argument: UnsafeMutablePointer<CChar>) -> [UInt8] {
        var bytes: [UInt8] = []
        while case let byte = argument[bytes.count], byte != 0 {
            bytes.append(UInt8(bitPattern: byte))
        }
        return bytes
    }

    /// The first bytes, the printable ones of ASCII as themselves, the others as `\xff`.
    private static func shown(_ bytes: [UInt8], limit: Int = 60) -> String {
        let text = bytes.prefix(limit).map { byte in
            if 0x20..<0x7F ~= byte { return String(Unicode.Scalar(byte)) }
            let digits = String(byte, radix: 16)
            return "\\x" + (digits.count == 1 ? "0" : "") + digits
        }
        return text.joined() + (bytes.count > limit ? "…" : "")
    }
}

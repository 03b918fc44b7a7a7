/// The identity of the machine's boot: within one boot, stored times are measured by the clock that
/// nobody can set.
package enum BootIdentity {
    /// The variable in which a unit passes the identity, as `%b` writes it: `ProcSubset=pid` hides
    /// the kernel's file.
    package static let variable = "SLIPWAY_BOOT_ID"

    /// The identity of this boot, as the kernel's file has it; empty if it is not known.
    ///
    /// Use it before other threads change the environment.
    package static let current = identity(
        file: try? SmallFile.bytes(of: "/proc/sys/kernel/random/boot_id", limit: 64),
        variable: ProcessEnvironment.variable(variable)
    )

    /// The words for a boot that is not known.
    package static let lack =
        "the machine's boot is not known: after a restart the times of launch actions go by the wall clock, and "
        + "every start counts as cold; 'Environment=\(variable)=%b' in the unit tells it"

    /// The identity that two sources give, the file before the variable; empty if neither has one.
    package static func identity(file: [UInt8]?, variable: String?) -> String {
        let texts = [file.map { String(decoding: $0, as: UTF8.self) }, variable]
        return texts.lazy.compactMap { $0.flatMap(withDashes) }.first ?? ""
    }

    /// The 32 hexadecimal digits of a text with dashes as in a UUID, whether or not the text has
    /// some; `nil` for another text.
    private static func withDashes(_ text: String) -> String? {
        let digits = text.lowercased().filter { $0 != "-" && !$0.isWhitespace }
        guard digits.utf8.count == 32, digits.allSatisfy(\.isHexDigit) else { return nil }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(digit)
        }
        return text
    }
}

internal import SlipwaySystem

/// The syntax of names.
package enum Naming {
    /// The most characters of a name.
    static let limit = 64

    /// Tells whether something may have the name.
    ///
    /// Names of operations have no dots: `${operations.NAME.value}` is split at dots.
    static func accepts(_ name: String, dots: Bool) -> Bool {
        guard let first = name.utf8.first, ASCII.isAlphanumeric(first), name.utf8.count <= limit
        else { return false }
        return name.utf8.allSatisfy { byte in
            ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                || (dots && byte == UInt8(ascii: "."))
        }
    }

    /// The regular expression of ``accepts(_:dots:)``, for the schema.
    static func pattern(dots: Bool) -> String {
        "^[A-Za-z0-9][A-Za-z0-9_\(dots ? "." : "")-]{0,\(limit - 1)}$"
    }

    /// The syntax that ``accepts(_:dots:)`` accepts, in words.
    static func syntax(dots: Bool) -> String {
        "letters, digits, '_'\(dots ? ", '.'" : "") and '-', a letter or digit first, "
            + "at most \(limit) characters"
    }

    /// Tells whether a user or a group can have the name, by the rules of useradd(8) and of network
    /// directories.
    static func isAccount(_ name: String) -> Bool {
        let refused = Set(":/,".utf8)
        return !name.isEmpty && name.utf8.count <= 256 && name.utf8.first != UInt8(ascii: "-")
            && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && !refused.contains($0) }
    }

    /// The regular expression of ``isVariable(_:)``, for the schema.
    static let variablePattern = "^[A-Za-z_][A-Za-z0-9_]*$"

    /// Tells whether an environment variable can have the name.
    static func isVariable(_ name: some StringProtocol) -> Bool {
        guard let first = name.utf8.first, !ASCII.isDigit(first)
        else { return false }
        return name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
    }

    /// Tells whether a credential can have the name, by the rules of systemd: that of a file, in ASCII.
    package static func isCredential(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && name != "." && name != ".."
            && name.utf8.allSatisfy { byte in
                (0x20...0x7e).contains(byte) && byte != UInt8(ascii: "/")
                    && byte != UInt8(ascii: ":")
            }
    }
}

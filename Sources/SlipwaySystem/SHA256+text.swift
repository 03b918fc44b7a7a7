extension SHA256 {
    /// The first bytes of a digest as hexadecimal digits.
    package static func text(of message: [UInt8], bytes count: Int) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: digest(of: message).prefix(count)
                .flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self
        )
    }

    /// The first bytes of the digest of facts, each with its length: no two lists are one text.
    package static func text(of facts: [String], bytes count: Int) -> String {
        text(of: Array(facts.map { "\($0.utf8.count):\($0)" }.joined().utf8), bytes: count)
    }
}

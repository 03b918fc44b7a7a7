/// Identities that no other launch or action has.
public enum Identity {
    /// 128 random bits as 32 hexadecimal digits.
    public static func make() -> String {
        (0..<2).map { _ in
            let digits = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }
}

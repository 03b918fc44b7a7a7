internal import Slipway

/// The identities of a launch's trace and of its spans: of the same launch they are always the same, so that
/// one that is exported twice is the same trace.
struct OTLPIdentity {
    /// 32 hexadecimal digits: the launch's identity, which the journal has as `LAUNCH_ID`; of one of another
    /// form a digest of it.
    let trace: String
    private let seed: UInt64

    init(launchID: String) {
        seed = Self.digest(launchID, 0xCBF2_9CE4_8422_2325)
        let isUsable = Identity.isOne(launchID) && launchID.contains { $0 != "0" }
        trace = isUsable ? launchID : Self.hex(seed) + Self.hex(Self.digest("trace", seed))
    }

    /// 16 hexadecimal digits for a part of the launch: what it is, and its name.
    func span(_ kind: String, _ name: String = "") -> String {
        Self.hex(Self.digest("\(kind)\0\(name)", seed))
    }

    /// FNV-1a, with the end mixed as in SplitMix64; never zero, which is no identity.
    private static func digest(_ text: String, _ seed: UInt64) -> UInt64 {
        var hash = seed
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        hash ^= hash >> 31
        return hash == 0 ? 1 : hash
    }

    private static func hex(_ bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

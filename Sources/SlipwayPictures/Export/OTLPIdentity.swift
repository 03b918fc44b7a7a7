internal import Slipway

/// The identities of a launch's trace and of its spans.
///
/// A launch always has the same ones, so that a launch that is exported twice is one trace.
struct OTLPIdentity {
    /// 32 hexadecimal digits: the identity of the launch, which the journal has as `LAUNCH_ID`, or
    /// a digest of an identity that has another form.
    let trace: String
    private let seed: UInt64

    init(launchID: String) {
        seed = Self.digest(launchID, 0xCBF2_9CE4_8422_2325)
        let isUsable = Identity.isOne(launchID) && launchID.contains { $0 != "0" }
        trace = isUsable ? launchID : Self.hex(seed) + Self.hex(Self.digest("trace", seed))
    }

    /// The identity of the span of a part of the launch, by the kind and the name of that part: 16
    /// hexadecimal digits.
    func span(_ kind: String, _ name: String = "") -> String {
        Self.hex(Self.digest("\(kind)\0\(name)", seed))
    }

    /// FNV-1a, with a last step as in SplitMix64; never zero, which is no identity.
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

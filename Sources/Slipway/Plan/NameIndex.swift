/// Finds operations by name: an open hash table of numbers, whose names are in the declarations.
///
/// A slot is the operation's number plus 1 in as many bits as that takes, and in the bits that are
/// left a part of the name's hash, so that names are compared almost only when they are equal. 0
/// is an empty slot. At least half of the slots are empty.
struct NameIndex: Sendable {
    private var slots: ContiguousArray<UInt32>
    private let numberMask: UInt32

    /// An index without names.
    init() {
        slots = [0]
        numberMask = .max
    }

    /// Indexes the names of declarations; a group is found where it ends.
    ///
    /// Calls `repeated` with the first and the further declaration of a name, in the order of the
    /// latter; the first one is indexed.
    init(_ declarations: [Declaration], repeated: (Int, Int) -> Void) {
        let bits = UInt32.bitWidth - UInt32(declarations.count).leadingZeroBitCount
        let mask = UInt32.max >> UInt32(UInt32.bitWidth - bits)
        numberMask = mask
        slots = ContiguousArray(repeating: 0, count: 2 << bits)
        slots.withUnsafeMutableBufferPointer { slots in
            declarations.withUnsafeBufferPointer { declarations in
                for number in declarations.indices
                where declarations[number].kind != .groupEntry {
                    let name = declarations[number].name
                    let hash = Self.hash(name)
                    let (slot, found) = Self.search(name, hash, mask, slots, declarations)
                    if let found {
                        repeated(found, number)
                    } else {
                        slots[slot] = UInt32(truncatingIfNeeded: number + 1) | Self.tag(hash, mask)
                    }
                }
            }
        }
    }

    /// The number of the operation, or where the group of this name ends.
    func number(of name: String, in declarations: [Declaration]) -> Int? {
        let hash = Self.hash(name)
        return slots.withUnsafeBufferPointer { slots in
            declarations.withUnsafeBufferPointer { declarations in
                Self.search(name, hash, numberMask, slots, declarations).found
            }
        }
    }

    private static func search<Slots: Collection<UInt32>>(
        _ name: String,
        _ hash: UInt64,
        _ mask: UInt32,
        _ slots: Slots,
        _ declarations: UnsafeBufferPointer<Declaration>
    ) -> (slot: Int, found: Int?) where Slots.Index == Int {
        let tag = tag(hash, mask)
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while case let entry = slots[slot], entry != 0 {
            let number = Int(entry & mask) - 1
            if entry & ~mask == tag, declarations[number].name == name { return (slot, number) }
            slot = (slot + 1) & (slots.count - 1)
        }
        return (slot, nil)
    }

    private static func tag(_ hash: UInt64, _ mask: UInt32) -> UInt32 {
        UInt32(truncatingIfNeeded: hash >> 32) & ~mask
    }

    /// Names that are equal have equal hashes, also those that write a letter in different ways.
    private static func hash(_ name: String) -> UInt64 {
        let ascii = name.utf8.withContiguousStorageIfAvailable { bytes in
            hash(ascii: UnsafeRawBufferPointer(bytes))
        }
        if case let hash?? = ascii { return hash }
        return UInt64(truncatingIfNeeded: name.hashValue)
    }

    /// Differs in each process, so that nobody can choose names that collide.
    private static let seed = UInt64.random(in: .min ... .max) | 1

    /// Eight bytes at a time, each mixed in by a multiplication; `nil` if not all are ASCII.
    private static func hash(ascii bytes: UnsafeRawBufferPointer) -> UInt64? {
        var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count)
        var seen: UInt64 = 0
        var position = 0
        while position < bytes.count {
            var word: UInt64 = 0
            if position + 8 <= bytes.count {
                word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            } else {
                for byte in bytes[position...] { word = word << 8 | UInt64(byte) }
            }
            seen |= word
            let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            hash = product.high ^ product.low
            position += 8
        }
        return seen & 0x8080_8080_8080_8080 == 0 ? hash : nil
    }
}

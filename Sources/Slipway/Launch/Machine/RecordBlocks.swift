/// The records of an ``EventLog``, by number: in blocks that are taken as records come and given
/// back as they go.
///
/// Nothing is ever moved or cleared, and what a log that is read in time needs stays in one or two
/// blocks.
struct RecordBlocks: ~Copyable, @unchecked Sendable {  // Owns its memory alone.
    typealias Record = EventLog.Record

    /// A place for each block, twice as many as the records need, so that the newest never come into
    /// the block of the oldest.
    private let blocks: UnsafeMutablePointer<UnsafeMutablePointer<Record>?>
    private let places: Int
    /// One that was given back, for the next that is taken.
    private var spare: UnsafeMutablePointer<Record>?

    /// 16 kB: below what the heap asks the kernel for, and returns, one by one.
    private static let size: UInt64 = 1024

    /// - Parameter limit: The most records that are kept at a time, a power of 2 from 1024 on.
    init(limit: Int) {
        places = 2 * limit / Int(Self.size)
        blocks = .allocate(capacity: places)
        blocks.initialize(repeating: nil, count: places)
    }

    deinit {
        for place in 0..<places { blocks[place]?.deallocate() }
        spare?.deallocate()
        blocks.deallocate()
    }

    /// A record that was noted and not let go of.
    subscript(number: UInt64) -> Record? { blocks[place(of: number)]?[offset(of: number)] }

    /// Notes a record; its number is the next.
    @inline(__always)
    mutating func note(_ record: Record, as number: UInt64) {
        let place = place(of: number)
        let block = blocks[place] ?? takeBlock(for: place)
        (block + offset(of: number)).initialize(to: record)
    }

    private mutating func takeBlock(for place: Int) -> UnsafeMutablePointer<Record> {
        let block = spare ?? .allocate(capacity: Int(Self.size))
        spare = nil
        blocks[place] = block
        return block
    }

    /// Lets go of the records from one number up to another, which stays.
    mutating func letGo(from first: UInt64, upTo end: UInt64) {
        for block in first / Self.size..<end / Self.size {
            let place = place(of: block * Self.size)
            guard let block = blocks[place] else { continue }
            blocks[place] = nil
            spare?.deallocate()
            spare = block
        }
    }

    private func place(of number: UInt64) -> Int { Int(number / Self.size) & (places - 1) }

    private func offset(of number: UInt64) -> Int { Int(number % Self.size) }
}

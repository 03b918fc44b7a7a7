/// A set of numbers from 0 that gives its smallest in constant time: the ready operations of a
/// queue, by rank.
///
/// A tree of 64-bit words: a bit of a word says whether the word below it has any. A million ranks
/// need four levels and 133 kB, of which only what is used is touched. The last one to come into an
/// empty set is kept beside the tree, which a chain of operations never needs.
struct RankSet: ~Copyable, Sendable {
    private var words: Table<UInt64>
    /// Where each level begins in ``words``; level 0 has a bit for each rank, the last is one word.
    private var starts: [Int] = []
    /// How many are in the tree.
    private var inTree = 0
    /// One that is not in the tree; -1 for none.
    private var single = -1
    /// Where to look first: no word of level 0 before this one has a bit.
    private var lowest = 0

    var isEmpty: Bool { single < 0 && inTree == 0 }
    var count: Int { inTree + (single < 0 ? 0 : 1) }

    /// - Parameter capacity: Ranks are below it.
    init(capacity: Int) {
        var bits = capacity
        var total = 0
        repeat {
            starts.append(total)
            bits = max(1, (bits + 63) / 64)
            total += bits
        } while bits > 1
        words = Table(repeating: 0, count: total)
    }

    private init(copying other: borrowing RankSet) {
        words = other.words.copy()
        starts = other.starts
        inTree = other.inTree
        single = other.single
        lowest = other.lowest
    }

    func copy() -> RankSet { RankSet(copying: self) }

    /// Adds a rank that is not in the set.
    @inline(__always)
    mutating func insert(_ rank: Int) {
        if isEmpty { single = rank } else { insertIntoTree(rank) }
    }

    @inline(__always)
    private mutating func insertIntoTree(_ rank: Int) {
        inTree += 1
        let index = rank >> 6
        lowest = min(lowest, index)
        let word = words[index]
        words[index] = word | 1 << UInt64(rank & 63)
        if word == 0 { noteAbove(index) }
    }

    /// A word of level 0 has its first bit.
    private mutating func noteAbove(_ index: Int) {
        var position = index
        for start in starts.dropFirst() {
            let index = start + position >> 6
            let word = words[index]
            words[index] = word | 1 << UInt64(position & 63)
            if word != 0 { return }
            position >>= 6
        }
    }

    /// Takes a rank that is in the set out of it.
    @inline(__always)
    mutating func remove(_ rank: Int) {
        if rank == single { single = -1 } else { removeFromTree(rank) }
    }

    @inline(__always)
    private mutating func removeFromTree(_ rank: Int) {
        inTree -= 1
        let index = rank >> 6
        let word = words[index] & ~(1 << UInt64(rank & 63))
        words[index] = word
        if word == 0 { forgetAbove(index) }
    }

    /// A word of level 0 has lost its last bit.
    private mutating func forgetAbove(_ index: Int) {
        var position = index
        for start in starts.dropFirst() {
            let index = start + position >> 6
            let word = words[index] & ~(1 << UInt64(position & 63))
            words[index] = word
            if word != 0 { return }
            position >>= 6
        }
    }

    func contains(_ rank: Int) -> Bool {
        rank == single || words[rank >> 6] & 1 << UInt64(rank & 63) != 0
    }

    /// The smallest rank; -1 when there is none.
    @inline(__always)
    var first: Int {
        mutating get {
            if inTree == 0 { return single }
            if words[lowest] == 0 { lowest = firstInTree >> 6 }
            let first = lowest << 6 | words[lowest].trailingZeroBitCount
            return single < 0 ? first : min(single, first)
        }
    }

    private var firstInTree: Int {
        var position = 0
        var level = starts.count - 1
        while level >= 0 {
            let word = words[starts[level] + position]
            position = position << 6 | word.trailingZeroBitCount
            level -= 1
        }
        return position
    }
}

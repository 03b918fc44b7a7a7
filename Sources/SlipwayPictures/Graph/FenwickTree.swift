/// Counts of numbers from 0, with their sums: both to count one and to sum up takes logarithmic time.
struct FenwickTree {
    private var sums: [Int]
    /// The number of all that were counted.
    private(set) var total = 0

    /// Creates a tree for the numbers below `end`.
    init(upTo end: Int) { sums = [Int](repeating: 0, count: end + 1) }

    mutating func count(_ number: Int) {
        var index = number + 1
        while index < sums.count {
            sums[index] += 1
            index += index & -index
        }
        total += 1
    }

    /// The number of counted numbers that are greater than `number`.
    func above(_ number: Int) -> Int {
        var (index, notAbove) = (number + 1, 0)
        while index > 0 {
            notAbove += sums[index]
            index -= index & -index
        }
        return total - notAbove
    }
}

import Testing

@testable import Slipway

struct RecordBlocksTests {
    private static let limit = 4096

    /// Notes records with their numbers as instants, and keeps the last `kept` of them.
    private func noting(_ numbers: ClosedRange<UInt64>, keeping kept: UInt64) -> [Int64?] {
        var blocks = RecordBlocks(limit: Self.limit)
        var oldest = numbers.lowerBound
        for number in numbers {
            blocks.note(.init(nanoseconds: Int64(number), node: 0, step: .ready), as: number)
            guard number - oldest >= kept else { continue }
            blocks.letGo(from: oldest, upTo: number + 1 - kept)
            oldest = number + 1 - kept
        }
        return (oldest...numbers.upperBound).map { blocks[$0]?.nanoseconds }
    }

    @Test(arguments: [1, 1023, 1024, 1025, 3000, UInt64(limit)])
    func whatIsKeptIsThereHoweverManyHaveGone(kept: UInt64) {
        for first: UInt64 in [1, 1000, 1024, 5_000_000_000] {
            let last = first + 5 * UInt64(Self.limit)
            let expected = (last + 1 - kept...last).map { Int64($0) }
            #expect(noting(first...last, keeping: kept) == expected)
        }
    }

    @Test func blocksWhoseRecordsHaveAllGoneAreGivenBack() {
        var blocks = RecordBlocks(limit: Self.limit)
        for number in 1...UInt64(Self.limit) {
            blocks.note(.init(nanoseconds: 7, node: 0, step: .ready), as: number)
        }
        blocks.letGo(from: 1, upTo: 3000)
        let kept = [1, 2047, 2048, 4096].map { blocks[$0] != nil }
        #expect(kept == [false, false, true, true])
    }
}

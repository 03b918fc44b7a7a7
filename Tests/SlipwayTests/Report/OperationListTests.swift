import Synchronization
import Testing

@testable import Slipway

struct OperationListTests {
    private final class Described: Sendable {
        let count = Atomic(0)

        func list() -> OperationList {
            OperationList(later: { [self] in
                count.add(1, ordering: .relaxed)
                return ["a", "b"].map { OperationStatus(name: $0, queue: .main) }
            })
        }

        var times: Int { count.load(ordering: .relaxed) }
    }

    @Test func operationsThatNobodyAsksForAreNotDescribed() {
        let described = Described()
        var report = Report(
            name: "r",
            launchID: "1",
            phase: .starting,
            processStart: .at(0),
            operations: []
        )
        report = report.describing { described.list().all }
        report.name = "renamed"
        #expect(described.times == 0)
        #expect(report.operations.count == 2)
        #expect(described.times == 1)
    }

    @Test func operationsAreDescribedOnceForAllCopies() {
        let described = Described()
        let list = described.list()
        let copy = list
        let names = [list, copy, list].map { $0.all.map(\.name) }
        #expect(names == [["a", "b"], ["a", "b"], ["a", "b"]])
        #expect(described.times == 1)
    }

    @Test func aChangedCopyLeavesTheOthersAsTheyWere() {
        let list = Described().list()
        var copy = list
        copy.all[0].name = "changed"
        #expect(copy.all.map(\.name) == ["changed", "b"])
        #expect(list.all.map(\.name) == ["a", "b"])
    }

    @Test func listsAreEqualWhenWhatTheyDescribeIs() {
        let list = Described().list()
        let same = OperationList(list.all)
        #expect(list == same)
        #expect(list.hashValue == same.hashValue)
        #expect(list != OperationList([]))
    }
}

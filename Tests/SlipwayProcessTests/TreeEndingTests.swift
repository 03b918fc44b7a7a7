import Glibc
import Slipway
import Testing

@testable import SlipwayProcess

struct TreeEndingTests {
    private func instant(_ seconds: Int64) -> Instant {
        Instant(nanoseconds: seconds * 1_000_000_000)
    }

    /// A process with its parent; 0 is outside the tree.
    private func process(_ pid: pid_t, of parent: pid_t = 0) -> ProcessEntry {
        ProcessEntry(pid: pid, parent: parent, group: 1, session: 1, isZombie: false)
    }

    /// A process that is stopped takes the first signal once it goes on.
    private func asked(_ pid: pid_t) -> [TreeEnding.Action] {
        [.signal(SIGTERM, pid), .signal(SIGCONT, pid)]
    }

    @Test func eachProcessIsAskedOnceAndKilledAfterTheGrace() {
        var ending = TreeEnding(nil, at: instant(0), grace: .seconds(10))
        let two = [process(1), process(2, of: 1)]
        #expect(ending.look(two, at: instant(0)) == asked(1) + asked(2))
        #expect(ending.look(two, at: instant(9)) == [])
        #expect(ending.look(two, at: instant(10)) == [.signal(SIGKILL, 1), .signal(SIGKILL, 2)])
        #expect(ending.look([], at: instant(11)) == [.gone(killed: [1, 2])])
    }

    @Test func theMainProcessIsAskedFirstAndTheOthersOnceItHasEnded() {
        var ending = TreeEnding(1, at: instant(0), grace: .seconds(10))
        let all = [process(1), process(2, of: 1), process(3, of: 2), process(4)]
        #expect(ending.look(all, at: instant(0)) == asked(1))
        #expect(ending.look(all, at: instant(1)) == [])
        #expect(
            ending.look([process(2), process(3, of: 2), process(4)], at: instant(2))
                == asked(2) + asked(3) + asked(4)
        )
        #expect(ending.look([process(4)], at: instant(10)) == [.signal(SIGKILL, 4)])
        #expect(ending.look([], at: instant(11)) == [.gone(killed: [4])])
    }

    /// A signal of the program's own means something to its main process only, unless all are asked at once.
    @Test func whatTheMainProcessLeavesGetsTheUsualSignal() {
        let left = [process(2), process(3, of: 2)]
        func asked(_ pid: pid_t, by signal: Int32) -> [TreeEnding.Action] {
            [.signal(signal, pid), .signal(SIGCONT, pid)]
        }
        var ending = TreeEnding(1, at: instant(0), grace: .seconds(10), signal: SIGINT)
        #expect(ending.look([process(1)] + left, at: instant(0)) == asked(1, by: SIGINT))
        #expect(
            ending.look(left, at: instant(1)) == asked(2, by: SIGTERM) + asked(3, by: SIGTERM)
        )
        var whole = TreeEnding(
            1,
            at: instant(0),
            grace: .seconds(10),
            signal: SIGINT,
            endsWhole: true
        )
        #expect(
            whole.look([process(1)] + left, at: instant(0))
                == [1, 2, 3].flatMap { asked($0, by: SIGINT) }
        )
    }

    @Test func aMainProcessThatDoesNotEndIsKilledWithAllOthersAfterTheGrace() {
        var ending = TreeEnding(1, at: instant(0), grace: .seconds(10))
        let all = [process(1), process(2, of: 1)]
        #expect(ending.look(all, at: instant(0)) == asked(1))
        #expect(ending.look(all, at: instant(10)) == [.signal(SIGKILL, 1), .signal(SIGKILL, 2)])
    }

    @Test func whatEndsAsAskedWasNotKilled() {
        var ending = TreeEnding(1, at: instant(0), grace: .seconds(10))
        _ = ending.look([process(1)], at: instant(0))
        #expect(ending.look([], at: instant(1)) == [.gone(killed: [])])
    }

    @Test func whatIsStartedToCleanUpIsAskedOnlyOnceItsParentIsGone() {
        var ending = TreeEnding(nil, at: instant(0), grace: .seconds(10))
        _ = ending.look([process(1)], at: instant(0))
        #expect(ending.look([process(1), process(2, of: 1)], at: instant(1)) == [])
        #expect(ending.look([process(2)], at: instant(2)) == asked(2))
    }

    @Test func withoutAGraceItKillsAtOnce() {
        var ending = TreeEnding(nil, at: instant(5), grace: .zero)
        #expect(ending.look([process(7)], at: instant(5)) == [.signal(SIGKILL, 7)])
    }

    @Test func hurryingEndsTheGrace() {
        var ending = TreeEnding(nil, at: instant(0), grace: .seconds(10))
        _ = ending.look([process(1)], at: instant(0))
        ending.hurry(at: instant(2))
        #expect(ending.look([process(1)], at: instant(2)) == [.signal(SIGKILL, 1)])
    }

    @Test func whatTheKernelDoesNotLetGoOfIsGivenUp() {
        var ending = TreeEnding(nil, at: instant(0), grace: .zero)
        #expect(ending.look([process(1)], at: instant(4)) == [.signal(SIGKILL, 1)])
        #expect(ending.look([process(1)], at: instant(5)) == [.stuck([1])])
    }

    @Test func whereNothingCanBeSeenNothingIsTakenToBeGone() {
        var ending = TreeEnding(nil, at: instant(0), grace: .seconds(1))
        #expect(ending.look([], isAll: false, at: instant(0)) == [])
        #expect(ending.look([process(1)], at: instant(1)) == [.signal(SIGKILL, 1)])
        #expect(ending.look([], isAll: false, at: instant(2)) == [])
        #expect(ending.look([], isAll: false, at: instant(6)) == [.stuck([])])
    }
}

struct ProcessTableTests {
    @Test(arguments: [
        "12 (a name) S 1 12 12 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 0",
        "12 (a ) Z 9 name) S 1 12 12 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 0",
    ])
    func readsALineWhateverTheName(line: String) throws {
        let entry = try #require(ProcessEntry(line.utf8))
        #expect(entry == .init(pid: 12, parent: 1, group: 12, session: 12, isZombie: false))
    }

    @Test(arguments: [("1", true), ("2", false)])
    func aZombieWhoseThreadsLiveIsNone(threads: String, isZombie: Bool) throws {
        let line = "12 (x) Z 1 12 12 0 -1 0 0 0 0 0 0 0 0 0 20 0 \(threads) 0 0"
        #expect(try #require(ProcessEntry(line.utf8)).isZombie == isZombie)
    }

    @Test(arguments: [
        "", "12", "12 (x", "12 (x) S 1 2", "x (x) S 1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 1",
    ])
    func whatIsNoLineIsNoEntry(line: String) {
        #expect(ProcessEntry(line.utf8) == nil)
    }

    @Test func aTreeIsItsRootsAndWhatDescendsFromThem() {
        func entry(_ pid: pid_t, _ parent: pid_t, isZombie: Bool = false) -> ProcessEntry {
            ProcessEntry(pid: pid, parent: parent, group: pid, session: pid, isZombie: isZombie)
        }
        let table = ProcessTable([
            entry(1, 0), entry(10, 1), entry(11, 10), entry(12, 11, isZombie: true), entry(20, 1),
        ])
        #expect(table.trees(from: [10, 30]).map(\.pid) == [10, 11])
    }

    @Test(arguments: [1, 7, 10_000])
    func readsOnInAsManyStepsAsItTakes(limit: Int) throws {
        let reader = try ProcessTableReader()
        var table: ProcessTable?
        while table == nil { table = try reader.read(upTo: limit) }
        #expect(table?.process(getpid())?.parent == getppid())
    }

    @Test func aNumberThatStandsForAnotherProcessByNowIsLeftAlone() throws {
        func entry(_ pid: pid_t, _ parent: pid_t, session: pid_t) -> ProcessEntry {
            ProcessEntry(pid: pid, parent: parent, group: pid, session: session, isZombie: false)
        }
        let mark = try #require(TreeMark.next())
        let tree = ProcessTree(leader: 10, mark: mark)
        let orphan = entry(20, getpid(), session: 20)
        let alone = ProcessLook(ProcessTable([orphan]), orphans: [mark: [20]])
        #expect(!tree.hasSession(in: alone))
        // Another child has the leader's number, and leads its own session.
        let reused = ProcessLook(
            ProcessTable([orphan, entry(10, getpid(), session: 10)]),
            orphans: [mark: [20]]
        )
        #expect(tree.members(in: reused, withSession: false).map(\.pid) == [20])
    }

    @Test func theNumberOfAReapedLeaderMeansNothingButItsSession() {
        func entry(_ pid: pid_t, session: pid_t) -> ProcessEntry {
            ProcessEntry(pid: pid, parent: 1, group: pid, session: session, isZombie: false)
        }
        func members(_ tree: ProcessTree, _ entries: ProcessEntry...) -> [pid_t] {
            tree.members(in: ProcessLook(ProcessTable(entries), orphans: [:]), withSession: true)
                .map(\.pid)
        }
        var tree = ProcessTree(leader: 10, mark: nil)
        #expect(members(tree, entry(10, session: 10), entry(11, session: 10)) == [10, 11])
        tree.isReaped = true
        #expect(members(tree, entry(11, session: 10)) == [11])
        // Another process has the number by now, with a session of its own.
        let reused = [entry(10, session: 10), entry(12, session: 10)]
        #expect(members(tree, reused[0], reused[1]) == [])
        let look = ProcessLook(ProcessTable(reused), orphans: [:])
        #expect(!tree.hasSession(in: look))
    }

    @Test func aReapedLeadersNumberIsNoProcessOfTheTree() {
        var tree = ProcessTree(leader: getpid(), mark: nil)
        #expect(tree.contains(getpid()) == true)
        tree.isReaped = true
        #expect(tree.contains(getpid()) != true)
    }
}

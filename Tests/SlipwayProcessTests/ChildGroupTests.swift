import Foundation
import Glibc
import Slipway
import SlipwayLoop
import SlipwayTestSupport
import Testing

@testable import SlipwayProcess

/// Groups of the real kernel, where it has the unified hierarchy and this is root; its controllers are not
/// needed.
@Suite(
    .serialized,
    .timeLimit(.minutes(1)),
    .enabled(if: GroupFolder.isThere, "takes root, and cgroup v2")
)
struct ChildGroupTests {
    private let folder: GroupFolder

    init() async throws {
        folder = try GroupFolder()
        try Loop.start()
        await ControlGroups.shared.use(folder.place)
    }

    private func command(_ script: String, in files: TemporaryFolder? = nil) -> ChildCommand {
        var command = ChildCommand.shell(script, in: files)
        command.group = GroupRequest(.step, "try", limits: [:])
        return command
    }

    @Test func aChildBeginsInItsGroupWhichIsRemovedAfterIt() async throws {
        let end = try await ProcessRunner.quiet().run(command("cat /proc/self/cgroup"))
        let name = try #require(ControlGroup.name(in: end.text))
        #expect(name.hasPrefix("\(folder.group.name)/step-try-"))
        try await eventually("its group is gone") { folder.names == [] }
    }

    @Test func whatItLeavesBehindKeepsTheGroupAndTakesItAlong() async throws {
        let files = try TemporaryFolder()
        let script = "setsid sleep 60 >/dev/null 2>&1 & echo $! >pids"
        _ = try await ProcessRunner.quiet().run(command(script, in: files))
        let pid = try #require(try await processes(in: files).first)
        #expect(folder.names.count == 1)
        kill(pid_t(pid), SIGKILL)
        try await eventually("its group is gone") { folder.names == [] }
    }

    @Test func whatItLeavesBehindKeepsTheEmptyGroupsInIt() async throws {
        let files = try TemporaryFolder()
        let own =
            "\(folder.group.path)$(sed -n 's,^0::\(folder.group.name),,p' /proc/self/cgroup)/mine"
        let script = "mkdir \(own); setsid sleep 60 >/dev/null 2>&1 & echo $! >pids"
        _ = try await ProcessRunner.quiet().run(command(script, in: files))
        let pid = try #require(try await processes(in: files).first)
        let name = try #require(folder.names.first)
        #expect(try ControlGroup.folders(in: folder.group.child(name).path) == ["mine"])
        kill(pid_t(pid), SIGKILL)
        try await eventually("its group is gone") { folder.names == [] }
    }

    /// It has another session, another parent and another mark.
    @Test func whatForksAwayEndsWithItsGroup() async throws {
        let files = try TemporaryFolder()
        let away = "prlimit --locks=7 setsid sleep 60 >/dev/null 2>&1 & echo $! >away"
        let script = "(\(away)) & wait; mv away pids; exec sleep 60"
        try await expectGone(command(script, in: files), files)
    }

    @Test func whatMakesAGroupOfItsOwnEndsToo() async throws {
        let files = try TemporaryFolder()
        let own =
            "\(folder.group.path)$(sed -n 's,^0::\(folder.group.name),,p' /proc/self/cgroup)/mine"
        let script = """
            mkdir \(own); sh -c 'echo $$ >\(own)/cgroup.procs; exec setsid sleep 60' >/dev/null 2>&1 &
            until grep -q . \(own)/cgroup.procs; do :; done
            cat \(own)/cgroup.procs >pids; exec sleep 60
            """
        try await expectGone(command(script, in: files), files)
    }

    @Test func whatLeavesItsGroupIsFoundAllTheSame() async throws {
        let files = try TemporaryFolder()
        let script = """
            echo $$ >\(folder.place.own.path)/cgroup.procs; sleep 60 >/dev/null 2>&1 &
            echo $! $$ >pids; wait
            """
        try await expectGone(command(script, in: files), files)
    }

    private func expectGone(_ command: ChildCommand, _ files: TemporaryFolder) async throws {
        let runner = try ProcessRunner.quiet()
        let run = Task { try await runner.run(command, grace: .milliseconds(100)) }
        let found = try await processes(in: files)
        #expect(!found.isEmpty && found.allSatisfy(isRunning))
        run.cancel()
        _ = await run.result
        #expect(found.filter(isRunning) == [])
        try await eventually("its group is gone") { folder.names == [] }
    }

    /// It starts another process before it ends, again and again.
    @Test func aChainOfForksEndsAtOnce() async throws {
        let files = try TemporaryFolder()
        let script = "echo 'sh again & exit' >again; sh again; echo $$ >pids; exec sleep 60"
        try await expectGone(command(script, in: files), files)
        #expect(try folder.group.members() == [])
    }

    @Test func whatAnEarlierRunLeftIsEndedAndRemoved() async throws {
        let former = folder.group.child("program-old-1")
        try former.make()
        try folder.group.child("program-empty-2").make()
        try folder.group.child("anothers").make()
        let sleep = Process()
        sleep.executableURL = URL(filePath: "/bin/sleep")
        sleep.arguments = ["60"]
        try sleep.run()
        #expect(former.write("\(sleep.processIdentifier)", to: "cgroup.procs") == nil)
        let (ended, left) = try folder.place.removeFormer()
        #expect(ended == ["program-old-1"] && left == [])
        sleep.waitUntilExit()
        #expect(sleep.terminationReason == .uncaughtSignal)
        #expect(folder.names == ["anothers"])
    }

    @Test func aNameThatIsTakenIsLeftAlone() async throws {
        for number in 0..<1000 where number % 2 == 0 {
            try? folder.group.child("step-try-\(number)").make()
        }
        let before = folder.names.count
        let end = try await ProcessRunner.quiet().run(command("cat /proc/self/cgroup"))
        #expect(
            ControlGroup.name(in: end.text)?.hasPrefix("\(folder.group.name)/step-try-") == true
        )
        try await eventually("its group is gone") { folder.names.count == before }
    }

    @Test func withoutAPlaceForGroupsItRunsAsEver() async throws {
        let gone = ControlGroup(path: "\(folder.group.path)/gone", name: "/gone")
        await ControlGroups.shared.use(DelegatedGroup(group: gone, own: gone))
        let end = try await ProcessRunner.quiet().run(command("echo fine"))
        #expect(end.text == "fine\n")
    }
}

/// A group for tests, removed with its last reference.
final class GroupFolder: Sendable {
    private static let mountPoint = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"].first {
        access("\($0)/cgroup.controllers", F_OK) == 0 && access("\($0)/cgroup.procs", W_OK) == 0
    }
    static let isThere = geteuid() == 0 && mountPoint != nil

    let group: ControlGroup
    let place: DelegatedGroup

    init() throws {
        let name = "/slipway-tests-\(UUID().uuidString.prefix(8))"
        group = ControlGroup(path: (Self.mountPoint ?? "") + name, name: name)
        try group.make()
        let own = group.child("own")
        try own.make()
        place = DelegatedGroup(group: group, own: own)
    }

    deinit {
        group.kill()
        // The kernel tells at this file that its last process has ended, to those who have read it before.
        let file = open("\(group.path)/cgroup.events", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var change = pollfd(fd: file, events: Int16(POLLPRI), revents: 0)
        var byte = UInt8(0)
        for _ in 0..<10 where !group.remove() {
            pread(file, &byte, 1, 0)
            poll(&change, 1, 1000)
        }
    }

    /// The groups in it, but for its own.
    var names: [String] {
        ((try? ControlGroup.folders(in: group.path)) ?? []).filter { $0 != "own" }.sorted()
    }
}

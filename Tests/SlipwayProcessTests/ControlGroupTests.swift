import Foundation
import Glibc
import Slipway
import SlipwaySystem
import SlipwayTestSupport
import Testing

@testable import SlipwayProcess

/// What is read in the files of a group.
struct ControlGroupTests {
    private let folder: TemporaryFolder
    private let group: ControlGroup

    init() throws {
        folder = try TemporaryFolder()
        group = ControlGroup(path: folder.path, name: "/app/web")
    }

    @Test func itsUseIsWhatTheKernelCounts() throws {
        try folder.write("5242880\n", to: "memory.current")
        try folder.write("usage_usec 1500000\nuser_usec 1\nsystem_usec 2\n", to: "cpu.stat")
        try folder.write("3\n", to: "pids.current")
        try folder.write(
            "some avg10=0.00 avg60=0.00 avg300=0.00 total=20000\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=7\n",
            to: "memory.pressure"
        )
        #expect(
            group.use
                == ResourceUse(
                    memory: 5_242_880,
                    processorTime: .milliseconds(1500),
                    tasks: 3,
                    memoryWait: .milliseconds(20)
                )
        )
    }

    @Test(arguments: ["", "max\n", "-1\n", "99999999999999999999\n"])
    func whatIsNoNumberIsNotCounted(text: String) throws {
        try folder.write(text, to: "memory.current")
        #expect(group.use == ResourceUse())
    }

    @Test func aGroupThatIsGoneHasNothing() throws {
        let gone = group.child("gone")
        #expect(try gone.members() == [])
        #expect(gone.use == ResourceUse() && gone.kills == nil && gone.isPopulated == nil)
        #expect(gone.remove())
        #expect(gone.set(.memoryMax, 1)?.rawValue == ENOENT)
    }

    @Test func killsForItsOwnLimitAreToldFromOthers() throws {
        try folder.write("low 0\nhigh 0\nmax 9\noom 3\noom_kill 2\n", to: "memory.events")
        #expect(try #require(group.kills) == (2, 0))
        try folder.write("low 0\nmax 9\noom 1\noom_kill 1\n", to: "memory.events.local")
        #expect(try #require(group.kills) == (2, 1))
    }

    @Test func itsProcessesAreThoseOfTheGroupsInItToo() throws {
        try folder.write("12\n7\n0\n", to: "cgroup.procs")
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/one/two",
            withIntermediateDirectories: true
        )
        try folder.write("9\n", to: "one/two/cgroup.procs")
        #expect(try group.members() == [7, 9, 12])
    }

    @Test(
        arguments: [
            ("0::/a/b\n", "/a/b"), ("9:name=systemd:/x\n1:cpu:/\n0::/\n", "/"), ("1:cpu:/a\n", nil),
            ("", nil),
        ] as [(String, String?)]
    )
    func theGroupOfAProcessIsThatOfTheUnifiedHierarchy(text: String, name: String?) {
        #expect(ControlGroup.name(in: text) == name)
    }
}

/// Which group was given to the service.
struct DelegatedGroupTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/system.slice/a.service/main",
            withIntermediateDirectories: true
        )
        for name in [
            "", "system.slice/", "system.slice/a.service/", "system.slice/a.service/main/",
        ] {
            try folder.write("memory pids\n", to: "\(name)cgroup.controllers")
        }
    }

    private func find(_ name: String?, marked: String...) -> Result<
        DelegatedGroup, DelegatedGroup.Lack
    > {
        Result { () throws(DelegatedGroup.Lack) in
            try DelegatedGroup.find(in: folder.path, groups: name.map { "0::\($0)\n" }) { path in
                marked.contains { path == folder.path + $0 }
            }
        }
    }

    private let unit = "/system.slice/a.service"

    @Test func theOneWithTheMarkIs() throws {
        let found = try find(unit, marked: unit).get()
        #expect(found.group.path == folder.path + unit && found.group.name == unit)
        #expect(found.own.name == "\(unit)/slipwayd")
        #expect(find(unit) == .failure(.notDelegated))
        #expect(find(nil) == .failure(.noHierarchy))
        #expect(find("/elsewhere", marked: "/elsewhere") == .failure(.noHierarchy))
    }

    @Test func aGroupThatSystemdMadeForTheProcessIsItsOwn() throws {
        let found = try find("\(unit)/main", marked: unit).get()
        #expect(found.group.name == unit && found.own.name == "\(unit)/main")
        // Who manages units has the mark, too, and gives nothing of that away.
        #expect(find(unit, marked: "/system.slice") == .failure(.notDelegated))
    }

    @Test(arguments: ["program-inner-1", "step-migrate-7"])
    func aGroupThatAnotherDaemonMadeForAChildIsNotTheUnits(name: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)\(unit)/\(name)",
            withIntermediateDirectories: true
        )
        try folder.write("memory pids\n", to: "system.slice/a.service/\(name)/cgroup.controllers")
        #expect(find("\(unit)/\(name)", marked: unit) == .failure(.notDelegated))
    }

    @Test func onlyOneDaemonHasIt() throws {
        let group = ControlGroup(path: folder.path + unit, name: unit)
        let own = group.child("main")
        for file in ["cgroup.procs", "main/cgroup.procs"] {
            try folder.write("", to: "system.slice/a.service/\(file)")
        }
        try DelegatedGroup(group: group, own: own).begin()
        #expect(throws: DelegatedGroup.Lack.taken) {
            try DelegatedGroup(group: group, own: own).begin()
        }
    }

    @Test func thatFormerGroupsCannotBeReadIsSaid() throws {
        let path = "\(folder.path)/cgroup.controllers"
        let group = ControlGroup(path: path, name: "/")
        #expect(
            DelegatedGroup(group: group, own: group).endFormer() == [
                "cannot end what an earlier run may have left in control groups: cannot read '\(path)': "
                    + "Not a directory (ENOTDIR)"
            ]
        )
        let gone = ControlGroup(path: "\(folder.path)/gone", name: "/")
        #expect(DelegatedGroup(group: gone, own: gone).endFormer() == [])
    }

    @Test func theRootIsAContainersOnlyWhereItIsNotTheMachines() throws {
        #expect(find("/") == .failure(.notDelegated))
        try folder.write("populated 1\n", to: "cgroup.events")
        #expect(try find("/").get().own.path == "\(folder.path)/slipwayd")
    }

    @Test func whyThereIsNoneSaysWhatToDo() {
        let delegate = "its unit needs Delegate=yes and ProtectControlGroups=no"
        #expect("\(DelegatedGroup.Lack.notDelegated)".hasSuffix(delegate))
        #expect("\(DelegatedGroup.Lack.readOnly)".contains("ProtectControlGroups=no"))
        #expect(
            "\(DelegatedGroup.Lack.shared(with: 7))"
                == "the service shares its control group with other processes, such as 7"
        )
    }

    @Test func filesWithEventsAreReadOneAfterTheOther() {
        func event(_ watch: UInt8, name: [UInt8] = []) -> [UInt8] {
            [watch, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, UInt8(name.count), 0, 0, 0] + name
        }
        let bytes = event(1) + event(2, name: [65, 0, 0, 0]) + event(3)
        #expect(GroupWatch.numbers(in: bytes[...]) == [1, 2, 3])
        #expect(GroupWatch.numbers(in: bytes[..<20]) == [1])
    }
}

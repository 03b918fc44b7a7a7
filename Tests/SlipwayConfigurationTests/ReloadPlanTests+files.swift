import Foundation
import Slipway
import SlipwayConfiguration
import SlipwaySystem
import SlipwayTestSupport
import Testing

@testable import SlipwayOperations

/// What a reload makes of files that programs read, and that steps write.
extension ReloadPlanTests {
    /// A program with files of its own, and a step that writes one of them.
    private func served(_ reload: String, word: String = "one", status: Int = 0) throws -> String {
        try folder.write(word, to: "shop.env")
        try folder.write(word, to: "web.conf")
        return """
            name: shop
            operations:
              page: { write: { path: "\(folder.path)/page", content: "page \(status)" } }
              web:
                requires: [page]
                exec: { command: [/bin/web], ready: notify, environmentFiles: ["\(folder.path)/shop.env"] }
                \(reload)
            """
    }

    @Test func aProgramThatReadsItsFilesAgainGetsASignal() throws {
        let files = "files: [\"\(folder.path)/web.conf\", \"\(folder.path)/page\"]"
        let reload = "reload: { signal: HUP, \(files) }"
        func moved(_ reload: String, word: String = "one", status: Int = 0) throws -> [String:
            String]
        {
            let old = try source(served(reload))
            let new = try source(served(reload, word: word, status: status))
            let planner = ReloadPlanner(from: old, to: new, ends: [:], undoable: ["web"])
            return self.moved(planner.plan)
        }
        let file = "the environment file '\(folder.path)/shop.env' changed"
        #expect(try moved("") == [:])
        #expect(try moved(reload) == [:])
        #expect(try moved("", word: "two") == ["web": "replaced: \(file)"])
        #expect(try moved(reload, word: "two") == ["web": "signalled: \(file)"])
        #expect(
            try moved(reload, status: 1) == [
                "page": "runs: its write changed", "web": "signalled: 'page' writes a file of it",
            ]
        )
        // Of a file that it does not read again it knows nothing.
        #expect(
            try moved("reload: { signal: HUP }", status: 1) == [
                "page": "runs: its write changed",
                "web": "replaced: it requires 'page', which runs",
            ]
        )
    }

    @Test(arguments: ["echo b > one", "echo > new", "truncate -s 2M long"])
    func aFolderOrALongFileOfAProgramIsWatchedToo(change: String) throws {
        func run(_ script: String) throws {
            let shell = Process()
            shell.executableURL = URL(filePath: "/bin/sh")
            shell.arguments = [
                "-ec", "mkdir -p \(folder.path)/conf; cd \(folder.path)/conf; \(script)",
            ]
            try shell.run()
            shell.waitUntilExit()
        }
        try run("echo a > one; truncate -s 3M long")
        let text = """
            name: shop
            operations:
              web:
                exec: { command: [/bin/web], ready: notify }
                reload: { signal: HUP, files: ["\(folder.path)/conf"] }
            """
        let old = try source(text)
        let same = try ReloadPlanner(from: old, to: source(text), ends: [:], undoable: ["web"])
        #expect(moved(same.plan) == [:])
        try run(change)
        let new = try ReloadPlanner(from: old, to: source(text), ends: [:], undoable: ["web"])
        #expect(
            moved(new.plan) == ["web": "signalled: the file '\(folder.path)/conf' changed"]
        )
    }

    /// It has written it itself, and been started again since.
    @Test func aFileIsComparedWithWhatItWasWhenItsProgramBecameReady() throws {
        let text = """
            name: shop
            operations:
              web:
                exec: { command: [/bin/web], ready: notify }
                reload: { signal: HUP, files: ["\(folder.path)/web.pid"] }
            """
        let old = try source(text)
        func signalled() throws -> Bool {
            let new = try source(text)
            let planner = ReloadPlanner(from: old, to: new, ends: [:], undoable: ["web"])
            return moved(planner.plan)["web"] != nil
        }
        func ready(_ after: Duration) -> Bool {
            let now = Instant.now.advanced(by: after)
            return old.note(ProgramStatus(name: "web", state: .running, since: now, readyAt: now))
        }
        #expect(!ready(.seconds(-60)), "it was ready before the files were read")
        try folder.write("1", to: "web.pid")
        #expect(try signalled())
        #expect(ready(.zero))
        #expect(!ready(.seconds(-60)))
        old.lookAtFiles()
        #expect(try !signalled())
        try folder.write("2", to: "web.pid")
        #expect(try signalled())
        #expect(ready(.seconds(1)))
        old.lookAtFiles()
        #expect(try !signalled())
    }

    @Test func aFileThatCannotBeWatchedIsAFault() throws {
        #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        let configuration = try source(
            """
            name: shop
            operations:
              web:
                exec: { command: [/bin/web], ready: notify }
                reload: { signal: HUP, files: [/nonexistent, "\(folder.path)/pipe"] }
            """
        ).configuration
        let faults = #expect(throws: ConfigurationFaults.self) {
            try configuration.checkWatchedFiles(in: [:])
        }
        #expect(
            faults?.faults.map(\.description) == [
                "shop.yaml:3:3: operations.web.reload.files: '\(folder.path)/pipe' cannot be watched: "
                    + "it is no regular file and no folder"
            ]
        )
    }
}

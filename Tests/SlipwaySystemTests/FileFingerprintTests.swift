import Foundation
import Glibc
import SlipwaySystem
import SlipwayTestSupport
import Testing

/// Telling a file, or a folder, from what it was.
struct FileFingerprintTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/watched" }

    init() throws { folder = try TemporaryFolder() }

    private func run(_ script: String) throws {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-ec", script]
        shell.currentDirectoryURL = URL(filePath: folder.path)
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
    }

    @Test(arguments: [
        // Of a small file only the content counts.
        ("echo a > watched", "echo a > watched; touch -d 2001-01-01 watched", false),
        ("echo a > watched", "echo b > watched; touch -r watched watched", true),
        ("echo a > watched", "rm watched", true),
        ("true", "echo a > watched", true),
        ("true", "true", false),
        // Of a long one the time does.
        ("truncate -s 2M watched", "true", false),
        (
            "truncate -s 2M watched",
            "echo b | dd of=watched conv=notrunc bs=1 seek=2000000 2>/dev/null",
            true
        ),
        ("truncate -s 2M watched", "truncate -s 3M watched", true),
        // Two files in two spellings are two, in whatever order the folder has them.
        (
            "mkdir watched; echo a > watched/caf\u{E9}; echo b > watched/cafe\u{301}",
            "rm watched/*; echo b > watched/cafe\u{301}; echo a > watched/caf\u{E9}",
            false
        ),
        (
            "mkdir watched; echo a > watched/caf\u{E9}; echo b > watched/cafe\u{301}",
            "echo b > watched/caf\u{E9}; echo a > watched/cafe\u{301}",
            true
        ),
        // Of a folder all in it.
        ("mkdir -p watched/in; echo a > watched/in/file", "touch watched/in/file", false),
        ("mkdir -p watched/in; echo a > watched/in/file", "echo b > watched/in/file", true),
        (
            "mkdir -p watched/in; echo a > watched/in/file", "mv watched/in/file watched/in/other",
            true
        ),
        ("mkdir -p watched/in; echo a > watched/in/file", "echo > watched/new", true),
        ("mkdir -p watched", "mkdir watched/in", true),
        // As a cluster swaps the files of a volume.
        (
            "mkdir -p watched/1 watched/2; echo a > watched/1/f; echo b > watched/2/f; "
                + "ln -s 1 watched/now; ln -s now/f watched/f",
            "ln -sfn 2 watched/now", true
        ),
        ("mkdir -p watched; echo a > out; ln -s ../out watched/f", "echo b > out", true),
        ("mkdir -p watched; ln -s nowhere watched/f; ln -s . watched/self", "true", false),
    ])
    func theyDifferWhereTheFilesDo(before: String, change: String, differ: Bool) throws {
        try run(before)
        let first = try FileFingerprint.of(path)
        try run(change)
        #expect(try (FileFingerprint.of(path) != first) == differ)
    }

    @Test(arguments: [
        ("mkfifo watched", FileFingerprint.Failure.special),
        ("mkdir watched; cd watched; seq 5000 | xargs touch", .tooMany),
        ("ln -s watched watched", .notRead(ErrorNumber(ELOOP))),
    ])
    func whatCannotBeToldIsAnError(before: String, failure: FileFingerprint.Failure) throws {
        try run(before)
        #expect(throws: failure) { try FileFingerprint.of(path) }
        #expect(!failure.isShortage)
    }
}

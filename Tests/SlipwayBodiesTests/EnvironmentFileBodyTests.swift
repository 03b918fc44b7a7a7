import Foundation
import SlipwayBodies
import SlipwayConfiguration
import SlipwayJSON
import SlipwayTestSupport
import Testing

/// `environmentFiles` of `exec`.
@Suite(.timeLimit(.minutes(10)))
struct EnvironmentFileBodyTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ name: String, isOptional: Bool = false) -> ExecSpecification.EnvironmentFile
    {
        .init(path: Template(literal: "\(folder.path)/\(name)"), isOptional: isOptional)
    }

    private func outcome(
        _ files: [ExecSpecification.EnvironmentFile],
        _ script: String = "echo \"$A,$B,$C,$D\""
    ) async -> String {
        var exec = ExecSpecification(
            command: ["sh", "-c", Template(literal: script)],
            environment: ["D": "key"],
            output: .text
        )
        exec.environmentFiles = files
        do {
            let runner = BodyRunner.quiet(["A": "daemon", "B": "daemon", "C": "daemon"])
            return try await runner.run(.exec(exec)).stringValue ?? ""
        } catch {
            return "\(error)".replacing(folder.path, with: "FOLDER")
        }
    }

    @Test func theLaterCountsMoreAndTheKeysOfTheFileMost() async throws {
        try folder.write("B=first\nC='first'\nD=first\n", to: "1")
        try folder.write("# a comment\nC=\"second\" \nD=second", to: "2")
        let outcome = await outcome([file("1"), file("2"), file("absent", isOptional: true)])
        #expect(outcome == "daemon,first,second,key")
    }

    @Test func eachStartReadsThem() async throws {
        for text in ["one", "two"] {
            try folder.write("A=\(text)", to: "1")
            #expect(await outcome([file("1")]) == "\(text),daemon,daemon,key")
        }
    }

    @Test func thePathInAFileFindsTheProgram() async throws {
        try folder.write("#!/bin/sh\necho found", to: "sh", mode: 0o755)
        try folder.write("PATH=\(folder.path)", to: "1")
        #expect(await outcome([file("1")]) == "found")
    }

    @Test(
        arguments: [
            (nil, "is missing; write '-' before its path if it may be missing"),
            ("A=b\nexport C=hunter2\n", ", line 2: is no NAME=value"),
            ("A=b\n\nhunter2", ", line 3: is no NAME=value"),
            ("A=\0", ", line 1: has a zero byte"),
            ("A=" + String(repeating: "x", count: 1 << 20), "has more than 1048576 bytes"),
        ] as [(String?, String)]
    )
    func aFaultNamesTheFileAndTheLineAndNothingOfIt(text: String?, words: String) async throws {
        if let text { try folder.write(text, to: "1") }
        let separator = words.hasPrefix(",") ? "" : " "
        #expect(
            await outcome([file("1")])
                == "cannot run 'sh': environment file 'FOLDER/1'\(separator)\(words)"
        )
    }

    @Test func whatIsNoFileIsNotRead() async throws {
        #expect(
            await outcome([file(".")])
                == "cannot run 'sh': cannot read environment file 'FOLDER/.': Is a directory (EISDIR)"
        )
        let device = ExecSpecification.EnvironmentFile(path: "/dev/zero", isOptional: true)
        #expect(
            await outcome([device])
                == "cannot run 'sh': cannot read environment file '/dev/zero': it is no regular file"
        )
        let relative = ExecSpecification.EnvironmentFile(path: "shop.env", isOptional: true)
        #expect(
            await outcome([relative])
                == "cannot run 'sh': environment file 'shop.env': its path is relative; give an absolute one"
        )
    }
}

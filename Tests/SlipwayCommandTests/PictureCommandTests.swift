import Foundation
import Slipway
import SlipwayInterface
import SlipwayJSON
import SlipwayTestSupport
import SlipwayVarlink
import Testing

@testable import SlipwayCommand

/// `slipway plot` and `slipway trace`, of a service and of files.
struct PictureCommandTests {
    private let folder: TemporaryFolder
    private let sent: String

    init() throws {
        folder = try TemporaryFolder()
        let reply = JSON.object(Method.GetReport.Reply(Reports.ready).object())
        sent = try folder.write(reply.text(), to: "launch.json")
    }

    @Test(arguments: [
        (["plot"], "<svg "), (["plot", "--html"], "<!DOCTYPE html>\n"),
        (["trace"], "{\"displayTimeUnit\":"),
    ])
    func aRunningServiceIsDrawn(arguments: [String], beginning: String) throws {
        for report in [Reports.ready, Reports.starting, Reports.failed] {
            let stub = try StubDaemon([
                "GetReport": .replies([Method.GetReport.Reply(report).object()])
            ])
            let ran = try CapturedOutput.run(arguments + ["--socket", stub.path])
            #expect(ran.exitCode == 0, "\(ran.errors)")
            #expect(ran.output.hasPrefix(beginning))
            for operation in report.operations { #expect(ran.output.contains(operation.name)) }
        }
    }

    @Test(arguments: ["plot", "trace"])
    func aReportThatSomebodyHasSentIsDrawnAnywhere(command: String) throws {
        let fromFile = try CapturedOutput.run([command, "--from", sent])
        #expect(fromFile.exitCode == 0, "\(fromFile.errors)")
        let bare = try folder.write(Reports.ready.json.text(), to: "bare.json")
        #expect(try CapturedOutput.run([command, "--from", bare]) == fromFile)
        let handle = try #require(FileHandle(forReadingAtPath: sent))
        let input = try withExtendedLifetime(handle) {
            try CapturedOutput.run([command, "--from", "-"], reading: handle.fileDescriptor)
        }
        #expect(input == fromFile)
    }

    @Test func twoLaunchesAreDrawnInOnePicture() throws {
        let other = try folder.write(Reports.failed.json.text(), to: "failed.json")
        let ran = try CapturedOutput.run(["plot", "--compare", other, sent])
        #expect(ran.exitCode == 0, "\(ran.errors)")
        #expect(ran.output.contains("the earlier launch"))
    }

    @Test func aFileIsWrittenOnceItIsWhole() throws {
        let path = folder.path + "/launch.svg"
        try "old".write(toFile: path, atomically: true, encoding: .utf8)
        let link = folder.path + "/link.svg"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        // Who has opened it reads on what was there.
        let old = try #require(FileHandle(forReadingAtPath: path))
        let ran = try CapturedOutput.run(["plot", "--from", sent, "--output", link])
        #expect(ran == (0, "", ""))
        #expect(try old.readToEnd() == Data("old".utf8))
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("<svg "))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
    }

    /// A device is not replaced by a file.
    @Test func aDeviceStaysOne() throws {
        let ran = try CapturedOutput.run(["plot", "--from", sent, "--output", "/dev/null"])
        #expect(ran == (0, "", ""))
        var status = stat()
        #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test(arguments: [
        ("nonsense", "'FILE' is no report: "),
        ("{}", "'FILE' is no report of a launch: "),
        ("{\"launch\": {\"name\": 7}}", "'FILE' is no report of a launch: "),
    ])
    func aFileThatIsNoReportIsRefusedWithAReason(content: String, words: String) throws {
        let path = try folder.write(content, to: "wrong.json")
        for arguments in [
            ["plot", "--from", path], ["plot", "--compare", sent, path], ["trace", "--from", path],
        ] {
            let ran = try CapturedOutput.run(arguments)
            #expect(ran.exitCode == 64)
            #expect(ran.output == "")
            let beginning = "slipway: " + words.replacingOccurrences(of: "FILE", with: path)
            #expect(ran.errors.hasPrefix(beginning), "\(ran.errors)")
        }
    }

    @Test func aFileThatIsNotThereIsNamed() throws {
        let ran = try CapturedOutput.run(["trace", "--from", "/nowhere/launch.json"])
        #expect(
            ran == (
                2, "",
                "slipway: cannot read '/nowhere/launch.json': No such file or directory (ENOENT)\n"
            )
        )
    }

    /// As `systemd-analyze` refuses it.
    @Test(arguments: [(["plot"], "svg"), (["plot", "--html"], "html"), (["trace"], "json")])
    func aTerminalIsNotFilled(arguments: [String], ending: String) throws {
        var (master, terminal): (Int32, Int32) = (-1, -1)
        try #require(openpty(&master, &terminal, nil, nil, nil) == 0)
        defer { [master, terminal].forEach { _ = close($0) } }
        let errors = try CapturedOutput()
        let exitCode = Output.$standard.withValue(Output(descriptor: terminal)) {
            Output.$error.withValue(errors.output) { Root.run(arguments + ["--from", sent]) }
        }
        #expect(exitCode == 64)
        #expect(errors.text.contains("--output FILE.\(ending)"), "\(errors.text)")
    }
}

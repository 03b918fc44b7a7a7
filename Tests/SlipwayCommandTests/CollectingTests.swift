import Foundation
import SlipwayInterface
import SlipwayTestSupport
import SlipwayVarlink
import Testing

@testable import SlipwayCommand

/// What is written for those who collect, read by their own programs where these are installed.
struct CollectingTests {
    private static let promtool = Checkout.file(".build/prometheus/promtool")
    private static let python = Checkout.file(".build/python/bin/python")

    /// The definitions of OpenTelemetry, as `make setup-test` installs them.
    private static var hasDefinitions: Bool {
        let folder = Checkout.file(".build/python/lib")
        let versions = try? FileManager.default.contentsOfDirectory(atPath: folder.path())
        return (versions ?? []).contains { version in
            let package = folder.appending(path: "\(version)/site-packages/opentelemetry/proto")
            return FileManager.default.fileExists(atPath: package.path())
        }
    }

    private func written(_ arguments: [String], _ folder: TemporaryFolder) throws -> String {
        let file = folder.path + "/written"
        let answer = StubDaemon.Answer.replies([Method.GetReport.Reply(Reports.starting).object()])
        let daemon = try StubDaemon(["GetReport": answer])
        let ran = try CapturedOutput.run(arguments + ["--socket", daemon.path, "--output", file])
        #expect(ran.exitCode == 0, "\(ran.errors)")
        return file
    }

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: promtool.path()) || Checkout.isChecked,
            "needs promtool, of Debian's package prometheus: 'make setup-test' takes it out of that"
        ),
        .timeLimit(.minutes(1))
    )
    func promtoolFindsNothingWrong() async throws {
        let folder = try TemporaryFolder()
        let file = try written(["metrics"], folder)
        let ran = try await Program(
            executable: URL(filePath: "/bin/sh"),
            arguments: ["-c", "\(Self.promtool.path()) check metrics <'\(file)'"]
        ).run()
        #expect(ran.status == 0, "\(ran.output)")
        #expect(ran.output == "")
    }

    @Test(
        .enabled(
            if: hasDefinitions || Checkout.isChecked,
            "needs opentelemetry-proto of PyPI: 'make setup-test' installs it"
        ),
        .timeLimit(.minutes(1))
    )
    func theDefinitionsOfOpenTelemetryReadIt() async throws {
        let folder = try TemporaryFolder()
        let file = try written(["export", "--otlp"], folder)
        let ran = try await Program(
            executable: Self.python,
            arguments: [Checkout.file("Tests/Collecting/otlp").path(), file]
        ).run()
        #expect(ran.status == 0, "\(ran.output)")
        #expect(ran.output.hasPrefix("line 1: 6 spans, "), "\(ran.output)")
    }
}

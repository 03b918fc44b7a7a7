import Foundation
import SlipwayConfiguration
import SlipwayJSON
import SlipwayOperations
import SlipwayTestSupport
import Testing

@testable import SlipwayBodies

/// The meaning of a server's failure, of `http` and of `flags`: the rows that take other addresses than the table's test
/// in `SlipwayDaemonTests` has.
@Suite(.timeLimit(.minutes(5)))
struct AnswerFailureTests {
    private let runner = BodyRunner.quiet()

    /// The failure of both.
    private func failures(of url: String) async -> [AnswerFailure?] {
        let specification = HTTPSpecification(url: Template(literal: url), tryTimeout: .seconds(5))
        let flags = runner.flags(FlagsSpecification(request: specification))
        var failures: [AnswerFailure?] = []
        do {
            _ = try await runner.run(.http(specification))
        } catch {
            failures.append((error as? any AnswerError)?.answer)
        }
        do {
            _ = try await flags.ask(TemplateValues(), since: nil)
        } catch {
            failures.append((error as? any AnswerError)?.answer)
        }
        return failures
    }

    @Test func aNameThatIsNotFoundIsNoAnswer() async {
        #expect(await failures(of: "http://h.invalid./") == [.noAnswer, .noAnswer])
    }

    @Test func aFailureOfTLSIsNoAnswer() async throws {
        let server = try HTTPTestServer { _ in .text("no TLS") }
        #expect(await failures(of: "https://127.0.0.1:\(server.port)/") == [.noAnswer, .noAnswer])
        server.stop()
        let certificates = try await TestCertificates()
        let trusted = try await TLSTestServer(certificates["server.pem"])
        #expect(await failures(of: "https://127.0.0.1:\(trusted.port)/") == [.noAnswer, .noAnswer])
    }

    @Test func aServerThatIsNotThereIsNoAnswer() async throws {
        let url = "http://127.0.0.1:\(try HTTPTestServer.unusedPort())/"
        #expect(await failures(of: url) == [.noAnswer, .noAnswer])
    }

    @Test func theManualHasTheTableOfTheType() throws {
        let manual = Checkout.file("docs/CONFIGURATION.md")
        let text = try String(contentsOf: manual, encoding: .utf8)
        for code in 100...599 where !(200...299 ~= code) {
            let row = text.split(separator: "\n").first { line in
                line.hasPrefix("| status ") || line.hasPrefix("| any other status ")
                    ? Self.codes(in: line).contains(code) : false
            }
            let isAway = AnswerFailure.status(code).server == .away
            #expect(row?.contains(isAway ? "is away" : "has refused") == true, "\(code)")
        }
    }

    /// The codes that a row of the table names.
    private static func codes(in row: Substring) -> Set<Int> {
        var codes: Set<Int> = []
        for part in row.split(whereSeparator: { ",:;|".contains($0) }) {
            let numbers = part.split(separator: " ").compactMap { Int($0) }
            guard let first = numbers.first, let last = numbers.last, numbers.count <= 2 else {
                continue
            }
            codes.formUnion(first...last)
        }
        return codes
    }
}

import Slipway
import SlipwayTesting
import Testing

struct FailureTests {
    private struct Unwritable: NumberedError, CustomStringConvertible {
        let errorNumber: Int32?
        var description: String { "cannot write" }
    }

    @Test(arguments: [28, nil] as [Int32?])
    func knowsTheSystemErrorOfAnErrorThatHasOne(number: Int32?) {
        let failure = Failure(Unwritable(errorNumber: number) as any Error)
        #expect(
            failure
                == Failure(.error, "cannot write", type: "Unwritable", errorNumber: number)
        )
    }

    private struct Long: Error, CustomStringConvertible {
        var description: String
    }

    @Test func theTextOfAnErrorIsCutAndSaysByHowMuch() {
        let limit = Failure.longestMessage
        let fits = String(repeating: "x", count: limit)
        #expect(Failure(Long(description: fits) as any Error).message == fits)
        let long = Failure(Long(description: fits + "y") as any Error)
        #expect(long.message == String(repeating: "x", count: 984) + "… (41 more bytes)")
        let huge = Failure(Long(description: String(repeating: "é", count: 4_000_000)) as any Error)
        #expect(huge.message == String(repeating: "é", count: 492) + "… (7999016 more bytes)")
        #expect(huge.message.utf8.count <= limit)
        #expect((huge.error as? Long)?.description.count == 4_000_000)
    }

    @Test func noCharactersCodeIsCut() {
        let text = "x" + String(repeating: "é", count: 1000)
        #expect(
            Failure(text).message
                == "x" + String(repeating: "é", count: 491) + "… (1018 more bytes)"
        )
    }

    @Test func aFailureThatABodyMadeItselfIsCutToo() {
        let words = String(repeating: "x", count: 2000)
        let cut = String(repeating: "x", count: 984) + "… (1016 more bytes)"
        #expect(Failure(Failure(words) as any Error).message == cut)
        #expect(Cancelled(words).description == cut)
        let quoting = Failure(.error, words, withoutOutput: words + "y")
        #expect(
            quoting.messageWithoutOutput
                == String(repeating: "x", count: 984) + "… (1017 more bytes)"
        )
    }

    @Test func aLaunchThatFailedForManyLongTextsSaysLittle() throws {
        let long = Long(description: String(repeating: "x", count: 1_000_000))
        var plan = Plan("long")
        plan.group("all", failsFast: false) { plan in
            for number in 1...100 { plan.add("a\(number)") { () throws in throw long } }
        }
        let report = try VirtualLaunch(Graph(plan)).run()
        #expect(report.phase == .failed)
        guard case .failed(let failure) = report["all"]?.outcome else {
            return #expect(Bool(false))
        }
        #expect(failure.message.utf8.count <= Failure.longestMessage)
        #expect(failure.errors.count == 100)
    }

    @Test func whatATerminalWouldObeyIsEscapedWhereTheErrorOfALaunchIsPrinted() throws {
        var plan = Plan("shop")
        plan.add("login") { () throws in
            throw Long(description: "no\u{1B}[2J\nslipway: all is well")
        }
        let report = try VirtualLaunch(Graph(plan)).run()
        #expect(
            LaunchError.failed(report).description
                == "cannot launch 'shop': 'login' failed: no\\u{1B}[2J\\nslipway: all is well"
        )
    }

    @Test func staysItselfInOtherWords() throws {
        let failure = Failure(.error, "cannot write", type: "Unwritable", errorNumber: 28)
        let expected = Failure(.error, "no", type: "Unwritable", errorNumber: 28)
        #expect(failure.saying { _ in "no" } == expected)
        struct NoDefault: Error {}
        var plan = Plan("fallback")
        plan.add("a", optional: true, fallback: .from { _ in throw NoDefault() }) { () throws in
            throw Unwritable(errorNumber: 28)
        }
        let report = try VirtualLaunch(Graph(plan)).run(until: .ready)
        guard case .failed(let last) = report["a"]?.outcome else { return #expect(Bool(false)) }
        #expect(last.errorNumber == 28)
    }
}

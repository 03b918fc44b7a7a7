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

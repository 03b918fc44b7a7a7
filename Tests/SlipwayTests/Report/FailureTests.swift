import Testing

@testable import Slipway

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

    @Test func staysItselfInOtherWords() {
        let failure = Failure(.error, "cannot write", type: "Unwritable", errorNumber: 28)
        let expected = Failure(.error, "no", type: "Unwritable", errorNumber: 28)
        #expect(failure.saying { _ in "no" } == expected)
        let outcome = Outcome.failed(failure).withFallbackFailure(Failure("no default"))
        guard case .failed(let last) = outcome else { return #expect(Bool(false)) }
        #expect(last.errorNumber == 28)
    }
}

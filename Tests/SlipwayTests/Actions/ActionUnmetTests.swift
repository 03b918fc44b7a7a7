import Slipway
import Testing

/// The fate of actions when an operation that they require did not succeed.
struct ActionUnmetTests {
    private let a1 = ActionID("a1")

    @Test(arguments: ActionPolicy.Unmet.allCases)
    func theyFailOrWaitForTheNextLaunch(unmet: ActionPolicy.Unmet) throws {
        var driver = BookDriver(ActionPolicy(unmet: unmet))
        driver.isEngineFree = false
        try driver.reserve("a1")
        driver.store()
        driver.failRequirement()
        driver.store()
        switch unmet {
        case .fail:
            #expect(driver.state("a1") == .failed(Failure("401"), operation: "user"))
            #expect(throws: SubmitRefusal.launchFailed(operation: "user", message: "401")) {
                try driver.reserve("a2")
            }
        case .wait:
            #expect(driver[a1]?.isPostponed == true)
            try driver.reserve("a2")
        }
    }

    /// The next launch may well have it.
    @Test(arguments: ActionPolicy.Durability.allCases)
    func whatRequiresSomethingLeftOutWaitsIfItIsStored(durability: ActionPolicy.Durability) throws {
        var driver = BookDriver(ActionPolicy(unmet: .fail, durability: durability))
        driver.isEngineFree = false
        try driver.reserve("a1")
        driver.store()
        driver.failRequirement(isLeftOut: true)
        driver.store()
        switch durability {
        case .disk:
            #expect(driver[a1]?.isPostponed == true)
            try driver.reserve("a2")
        case .memory:
            #expect(driver.state("a1") == .failed(Failure("401"), operation: "user"))
            #expect(throws: SubmitRefusal.launchFailed(operation: "user", message: "401")) {
                try driver.reserve("a2")
            }
        }
    }

    @Test func nothingOfTheKindBeginsWhateverHappens() throws {
        var driver = BookDriver(ActionPolicy(unmet: .wait))
        driver.failRequirement()
        try driver.reserve("a1")
        try driver.reserve("a2")
        driver.store()
        #expect(driver.waits("a1"))
        #expect(driver[a1]?.isPostponed == true)
        // The end of the first would let the next one begin.
        driver.cancel("a1")
        driver.store()
        #expect(driver.waits("a2"))
    }

    @Test(arguments: ActionPolicy.Unmet.allCases)
    func whatAnEarlierLaunchLeftHasTheSameFate(unmet: ActionPolicy.Unmet) {
        var driver = BookDriver(ActionPolicy(unmet: unmet), isRestored: false)
        driver.failRequirement()
        driver.restore("a1")
        driver.store()
        switch unmet {
        case .fail: #expect(driver.state("a1") == .failed(Failure("401"), operation: "user"))
        case .wait: #expect(driver[a1]?.isPostponed == true)
        }
    }

    /// It was told to wait for the next launch: that an operation gives up as a stop asked it to
    /// changes nothing.
    @Test(arguments: ActionPolicy.Unmet.allCases)
    func whatAStopAskedToGiveUpFailsNoAction(unmet: ActionPolicy.Unmet) throws {
        var driver = BookDriver(ActionPolicy(unmet: unmet))
        driver.isEngineFree = false
        try driver.reserve("a1")
        driver.store()
        driver.close()
        #expect(driver[a1]?.isPostponed == true)
        driver.failRequirement()
        #expect(driver.takeChanges() == [])
        #expect(driver[a1]?.isPostponed == true)
    }

    @Test func whatWaitsForTheNextLaunchExpiresInThisOne() throws {
        var driver = BookDriver(ActionPolicy(expires: .seconds(2), unmet: .wait))
        try driver.reserve("a1")
        driver.store()
        driver.failRequirement()
        #expect(!driver.disarms(.expiry, a1))
        driver.now = .at(2000)
        driver.fire(.expiry, a1)
        driver.store()
        #expect(driver.state("a1") == .expired)
    }
}

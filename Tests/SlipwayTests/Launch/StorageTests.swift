import SlipwayReport
import Testing

@testable import Slipway

/// The meaning of the place where actions are kept for a launch.
struct StorageTests {
    private func trouble(_ kind: StorageTrouble.Kind) -> StorageTrouble {
        StorageTrouble(kind, "another process has it", since: .at(0))
    }

    @Test func aLaunchIsDegradedAsLongAsNothingIsKept() throws {
        let driver = try MachineDriver.started(Plan(["a": []]))
        driver.end(0)
        var fold = ReportFold(driver.report)
        let course: [(StorageTrouble?, Bool)] = [
            (trouble(.absent), false), (trouble(.awaited), false), (trouble(.unavailable), true),
            (trouble(.failing), true), (trouble(.damaged), true), (nil, false),
        ]
        for (number, (trouble, isDegraded)) in course.enumerated() {
            driver.change(trouble)
            #expect(driver.phase == .ready(degraded: isDegraded))
            let kind = Event.Kind.storageChanged(trouble, degraded: isDegraded)
            _ = fold.apply(Event(sequence: UInt64(number + 100), at: driver.now, kind: kind))
            #expect(fold.report == driver.report)
        }
    }

    @Test func whatIsRequiredIsThereBeforeTheLaunchIsReady() throws {
        let driver = MachineDriver.checked(try Graph(Plan(["a": []])))
        driver.awaitStorage()
        driver.start()
        driver.end(0)
        #expect(driver.phase == .starting)
        driver.storageIsThere()
        #expect(driver.phase == .ready(degraded: false))
    }

    /// The store has told the launch that is replaced that it is there.
    @Test(arguments: [true, false])
    func aLaunchThatTakesThePlaceOfAnotherIsToldThatTheStoreIsThere(isKnownAtOnce: Bool) throws {
        let driver = try MachineDriver.started(Plan(["a": []]))
        driver.end(0)
        driver.change(trouble(.unavailable))
        driver.takeOver([.begins(isRestored: isKnownAtOnce), .uses([])])
        #expect(driver.phase == .ready(degraded: !isKnownAtOnce))
        driver.takeOver([.restored])
        #expect(driver.phase == .ready(degraded: false))
        driver.change(trouble(.failing))
        driver.takeOver([.uses([])])
        #expect(driver.phase == .ready(degraded: true))
    }

    @Test func aDeadlineThatPassesNamesTheStoreThatWasWaitedFor() throws {
        let driver = MachineDriver.checked(try Graph(Plan("shop", deadline: .seconds(3))))
        driver.awaitStorage()
        driver.change(trouble(.awaited))
        driver.start()
        driver.fireNext()
        #expect(
            driver.report.rootCauses.first?.failure.message
                == "not ready within 3s; waits for the store of launch actions: another process has it"
        )
    }

    @Test(
        arguments: [
            (.awaited, .starting, "└─waits for storage: awaited for 1.200s (waits for the store"),
            (.unavailable, .ready(degraded: true), "└─because of storage: unavailable for 1.200s"),
            (.failing, .ready(degraded: true), "(new launch actions cannot be stored: another"),
            (.damaged, .ready(degraded: true), "(launch actions may be missing: another"),
            (.awaited, .ready(degraded: false), "└─also waits for storage: awaited"),
            (
                .absent, .ready(degraded: false),
                "└─with storage: absent (launch actions are held in memory only: another"
            ),
        ] as [(StorageTrouble.Kind, Phase, String)]
    )
    func anExplanationNamesIt(kind: StorageTrouble.Kind, phase: Phase, words: String) throws {
        var report = Report(
            name: "shop",
            launchID: "l",
            course: LaunchCourse(phase: phase),
            processStart: .at(0),
            operations: []
        )
        report.storage = trouble(kind)
        let text = try #require(report.explanation(at: .at(1200))).text
        #expect(text.contains(words), "\(text)")
    }
}

import Slipway
import SlipwayClient
import SlipwayTestSupport
import Testing

/// Random services, against the rules of a sender; a seed is its service.
struct FollowExploration {
    @Test func noActionIsSentTwiceWithoutAKey() {
        for seed in UInt64(1)...2000 {
            var random = SeededGenerator(seed: seed)
            let hasKey = Bool.random(using: &random)
            let limit: Duration? = Bool.random(using: &random) ? nil : .seconds(30)
            var driver = FollowDriver(
                .action(
                    until: limit.map { FollowDriver.start.advanced(by: $0) },
                    isRepeatable: hasKey,
                    hasManager: Bool.random(using: &random)
                )
            )
            // A service has the call, and may have taken it.
            var isOpen = false
            for _ in 0..<500 where driver.end == nil {
                driver.goOn()
                switch driver.log.last {
                case "call":
                    #expect(hasKey || !isOpen, "seed \(seed): \(driver.log)")
                    isOpen = true
                    Self.answer(&driver, &random)
                    if driver.met?.isBeforeTaking == true { isOpen = false }
                case "ask": Self.answer(&driver, &random)
                case "manager?":
                    let outlooks = [FollowMachine.Outlook.unknown, .starting, .restarting, .never]
                    driver.take(.says(outlooks.randomElement(using: &random) ?? .unknown))
                default: break
                }
            }
            #expect(driver.end != nil || limit == nil, "seed \(seed)")
        }
    }

    /// Lets a call have some course.
    private static func answer(
        _ driver: inout FollowDriver,
        _ random: inout SeededGenerator
    ) {
        driver.take(.after(.milliseconds(Int.random(in: 0...900, using: &random))))
        if Bool.random(using: &random) {
            driver.take(.takes(Bool.random(using: &random) ? .disk : .memory))
            guard Int.random(in: 0..<4, using: &random) == 0 else {
                return driver.take(.meets(.lost))
            }
            return driver.take(.ends(isOver: Bool.random(using: &random)))
        }
        let troubles = [Trouble.absent, .notTaken, .stopping, .lost]
        driver.take(.meets(troubles.randomElement(using: &random) ?? .lost))
    }
}

extension Trouble {
    /// No service has taken the call.
    fileprivate var isBeforeTaking: Bool {
        switch self {
        case .absent, .notTaken, .stopping, .failed: true
        case .lost: false
        }
    }
}

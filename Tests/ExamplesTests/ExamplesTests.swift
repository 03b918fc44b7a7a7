import Testing

/// Runs the documentation's examples as programs.
@Suite(.timeLimit(.minutes(5)))
struct ExamplesTests {
    @Test func theStorefrontOpensAPageThatWasAskedForTooEarly() throws {
        let lines = try Example.lines(of: "storefront")
        #expect(lines.contains("https://shop.example.org/shoes for Ada, old checkout"))
        #expect(
            lines.has(
                "feature-toggles: attempt 1 failed, 503 Service Unavailable",
                "feature-toggles: attempt 2 failed, 503 Service Unavailable",
                "feature-toggles: degraded"
            )
        )
        let summary = try #require(lines.first { $0.hasPrefix("Startup finished in") })
        #expect(summary.hasSuffix("3 operations, 1 degraded"))
        let chain = lines.drop { !$0.hasPrefix("storefront ready") }
        // On a machine that is busy the launch may be ready a little after its last operation, and another one may
        // take longer.
        let last = try #require(chain.dropFirst().first { !$0.contains("(in between)") })
        #expect(last.contains(/└─(feature-toggles|user-data|sdk-init) @/), "\(last)")
        #expect(chain.last?.contains("└─(before launch) @0") == true)
    }

    @Test func theServiceStaysUntilSIGTERMWhichIsNoError() throws {
        let lines = try Example.lines(of: "service", under: "timeout --preserve-status 1 ")
        #expect(lines.contains { $0.contains("Startup finished in") })
    }

    @Test func aLoginIsOneOperationWithOneValue() throws {
        let lines = try Example.lines(of: "login")
        #expect(lines.has("Signing in with the right password:", "welcome, Ada"))
        #expect(
            lines.has(
                "signed out: 'authenticate' failed: the password is wrong",
                "  authenticate: failed",
                "  fetch: skipped",
                "  photo: cancelled",
                "  login: failed",
                "  home: succeeded"
            )
        )
        #expect(
            lines.has("signed out: the user went back", "  login: cancelled", "  home: succeeded")
        )
    }

    @Test func downloadsAreAsWideAsTheirQueue() throws {
        let lines = try Example.lines(of: "image-download")
        #expect(
            lines == ["2 parts of a frame"] + (1...6).map { "photo\($0): 1006 bytes" }
                + ["photo7 is missing"]
                + (8...9).map { "photo\($0): 1006 bytes" }
                + ["at most 4 downloads at the same time"]
        )
    }

    @Test func alertsExcludeEachOtherWhileTheMainQueueGoesOn() throws {
        let lines = try Example.lines(of: "exclusive-alerts")
        let alerts = lines.filter { $0.hasPrefix("show") || $0.hasPrefix("close") }
        #expect(alerts.count == 6)
        for (shown, closed) in zip(alerts, alerts.dropFirst()) where shown.hasPrefix("show") {
            #expect(closed == "close" + shown.dropFirst("show".count))
        }
        #expect(
            alerts.filter { $0.hasPrefix("show") } == [
                "show: Update now?", "show: Send reports?", "show: Do you like it?",
            ]
        )
        let first = try #require(lines.first { $0.hasPrefix("close") })
        #expect(lines.has("layout 5", first), "the main queue goes on while an alert is there")
    }

    @Test func aRefusedTokenIsRenewedOnceWhileEverythingElseIsPaused() throws {
        let lines = try Example.lines(of: "token-renewal")
        #expect(lines.count { $0 == "userInitiated is paused" } == 2)
        #expect(lines.count { $0 == "userInitiated goes on" } == 2)
        let pages = lines.filter { $0.hasPrefix("page") }
        #expect(pages.count == 8)
        for (token, count) in [(1, 3), (2, 3), (3, 2)] {
            #expect(pages.count { $0.hasSuffix("with token \(token)") } == count)
        }
    }

    /// A fetch whose time is over is cancelled with all that it added, and the system is told once.
    @Test func eachWakingIsAnsweredOnceAndTakesItsOperationsWithIt() throws {
        let lines = try Example.lines(of: "background-fetch")
        #expect(
            lines == [
                "waking 1: newData", "waking 2: noData", "waking 4: newData", "waking 3: failed",
                "store: succeeded", "login: succeeded", "download: cancelled", "save: cancelled",
                "fetch: cancelled", "login#2: succeeded", "download#2: succeeded",
                "save#2: succeeded", "fetch#2: succeeded",
            ]
        )
    }
}

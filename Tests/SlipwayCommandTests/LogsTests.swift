import SlipwayInterface
import Testing

@testable import SlipwayCommand

struct LogsTests {
    private static let unit = LogPlace(
        isJournal: true,
        unit: "slipway@shop.service",
        invocationID: "i1"
    )
    private static let ofUser = LogPlace(isJournal: true, unit: "shop.service", isUserUnit: true)

    @Test(
        arguments: [
            (unit, false, nil, "--unit=slipway@shop.service"),
            (ofUser, false, nil, "--user-unit=shop.service"),
            (unit, true, nil, "_SYSTEMD_UNIT=slipway@shop.service _SYSTEMD_INVOCATION_ID=i1"),
            (
                unit, false, "web",
                "_SYSTEMD_UNIT=slipway@shop.service LAUNCH_OPERATION=web + "
                    + "_SYSTEMD_UNIT=slipway@shop.service LAUNCH_ACTION_ID=web"
            ),
            (
                ofUser, false, "web",
                "_SYSTEMD_USER_UNIT=shop.service LAUNCH_OPERATION=web + "
                    + "_SYSTEMD_USER_UNIT=shop.service LAUNCH_ACTION_ID=web"
            ),
        ] as [(LogPlace, Bool, String?, String)]
    )
    func linesAreFoundByWhatTheirWriterCannotChoose(
        place: LogPlace,
        onlyCurrent: Bool,
        name: String?,
        arguments: String
    ) throws {
        let search = try LogSearch(in: place, onlyCurrent: onlyCurrent)
        let subjects = name.map { [LogSearch.Subject.named($0)] } ?? []
        #expect(search.arguments(for: subjects).joined(separator: " ") == arguments)
    }

    @Test(
        arguments: [
            (
                LogPlace(isJournal: false, output: "/dev/pts/3"), false,
                "the service does not write to the journal; its lines are on its standard error: "
                    + "/dev/pts/3"
            ),
            (
                LogPlace(isJournal: true), false,
                "the service runs in no unit; look for its lines with journalctl"
            ),
            (
                ofUser, true,
                "the present run of shop.service is not known; does shop.service run?"
            ),
        ]
    )
    func whatCannotBeFoundInTheJournalIsSaid(
        place: LogPlace,
        onlyCurrent: Bool,
        message: String
    ) {
        #expect(throws: CommandFailure.cannot(message)) {
            try LogSearch(in: place, onlyCurrent: onlyCurrent)
        }
    }

    @Test func theBeginningOfAnIdentityStandsForItAndMayBeAName() throws {
        let place = LogPlace(isJournal: true, unit: "slipway@shop.service")
        let search = try LogSearch(in: place, onlyCurrent: false)
        #expect(
            search.arguments(for: [.named("cafe", id: "cafe0123")]) == [
                "_SYSTEMD_UNIT=slipway@shop.service", "LAUNCH_OPERATION=cafe", "+",
                "_SYSTEMD_UNIT=slipway@shop.service", "LAUNCH_ACTION_ID=cafe0123",
            ]
        )
    }

    @Test func aProcessIsLookedForInThePresentRunOfTheUnitOnly() throws {
        let search = try LogSearch(in: Self.unit, onlyCurrent: false)
        let subjects: [LogSearch.Subject] = [.run("web", pid: 77), .launch("l1", of: "web")]
        #expect(
            search.arguments(for: subjects).joined(separator: " ")
                == "_SYSTEMD_UNIT=slipway@shop.service _SYSTEMD_INVOCATION_ID=i1 LAUNCH_OPERATION=web "
                + "LAUNCH_PID=77 + _SYSTEMD_UNIT=slipway@shop.service LAUNCH_ID=l1 LAUNCH_OPERATION=web"
        )
    }

    @Test func severalSubjectsAreOneSearch() throws {
        let search = try LogSearch(in: Self.unit, onlyCurrent: true)
        let unit = "_SYSTEMD_UNIT=slipway@shop.service _SYSTEMD_INVOCATION_ID=i1"
        let subjects: [LogSearch.Subject] = [
            .run("web", pid: 77), .launch("l1", of: "worker"), .launch("l1", of: nil),
        ]
        #expect(
            search.arguments(for: subjects).joined(separator: " ")
                == "\(unit) LAUNCH_OPERATION=web LAUNCH_PID=77 + "
                + "\(unit) LAUNCH_ID=l1 LAUNCH_OPERATION=worker + \(unit) LAUNCH_ID=l1"
        )
    }
}

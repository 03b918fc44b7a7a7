import Testing

@testable import SlipwayCommand

struct LogsTests {
    @Test(
        arguments: [
            (nil, ["LAUNCH_NAME=shop"]),
            (
                "web",
                [
                    "LAUNCH_NAME=shop", "LAUNCH_OPERATION=web", "+", "LAUNCH_NAME=shop",
                    "LAUNCH_ACTION_ID=web",
                ]
            ),
        ] as [(String?, [String])]
    )
    func findsLinesByOperationOrByAction(name: String?, matches: [String]) {
        #expect(Logs.matches(of: name, in: "shop") == matches)
    }

    @Test func theBeginningOfAnIdentityStandsForItAndMayBeAName() {
        #expect(
            Logs.matches(of: "cafe", id: "cafe0123", in: "shop") == [
                "LAUNCH_NAME=shop", "LAUNCH_OPERATION=cafe", "+", "LAUNCH_NAME=shop",
                "LAUNCH_ACTION_ID=cafe0123",
            ]
        )
    }
}

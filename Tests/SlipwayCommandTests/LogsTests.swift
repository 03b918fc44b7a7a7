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
}

import Slipway
import SlipwayJSON
import Testing

@testable import SlipwayCommand

struct SenderNamesTests {
    @Test func aKnownUserIsNamed() {
        var names = SenderNames { $0 == 1000 ? "anna" : nil }
        let anna: JSON = ["id": "a1", "sender": ["uid": 1000, "pid": 7]]
        let named: JSON = ["id": "a1", "sender": ["uid": 1000, "pid": 7, "user": "anna"]]
        let others: [JSON] = [["id": "a2"], ["sender": ["uid": 1001, "pid": 7]], ["sender": 1]]
        for _ in 1...2 {
            #expect(names.naming(anna) == named)
            for other in others { #expect(names.naming(other) == other) }
        }
    }

    @Test func whoStoppedAProgramIsNamed() {
        var names = SenderNames { $0 == 1000 ? "anna" : nil }
        let told: JSON = [
            "programs": [["name": "db"], ["name": "web", "stop": ["uid": 1000, "atUSec": 7]]]
        ]
        let named: JSON = [
            "programs": [
                ["name": "db"],
                ["name": "web", "stop": ["uid": 1000, "atUSec": 7, "user": "anna"]],
            ]
        ]
        #expect(names.naming(programsOf: told) == named)
        #expect(names.naming(programsOf: .null) == .null)
        var web = ProgramStatus(name: "web", state: .stopped, since: Instant(nanoseconds: 0))
        #expect(names.naming([web])[0].stop == nil)
        web.stop = OperatorStop(uid: 1000, at: Instant(nanoseconds: 0))
        #expect(names.naming([web])[0].stateWords == "stopped by user 1000 (anna)")
        web.state = .ended
        web.stop?.uid = 1001
        #expect(names.naming([web])[0].stateWords == "ended, stopped by user 1001")
    }
}

import SlipwayTestSupport

@testable import SlipwayStore

extension TemporaryFolder {
    /// Makes a file of actions as a version left it.
    func make(_ fixture: StoreFixture) throws {
        try write("", to: ActionFile.name)
        let file = try SQLiteConnection("\(path)/\(ActionFile.name)")
        for statement in fixture.statements { try file.run(statement) }
    }
}

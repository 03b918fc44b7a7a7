import Foundation
import Glibc
import Slipway
import SlipwaySystem
import SlipwayTestSupport
import Testing

@testable import SlipwayStore

/// What lies in the place of the store's files, or beside them.
struct StorePlaceTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/\(ActionFile.name)" }

    init() throws { folder = try TemporaryFolder() }

    /// To open one without a writer would take for ever.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "slipway-actions.db", "slipway-actions.db-wal", "slipway-actions.db-shm",
            "slipway-actions.db-journal", "slipway-actions.lock",
        ]
    )
    func aPipeInThePlaceOfAFileIsAFaultAtOnce(name: String) throws {
        let pipe = "\(folder.path)/\(name)"
        try #require(mkfifo(pipe, 0o600) == 0)
        do throws(ActionFileError) {
            _ = try ActionFile(in: folder.path)
            Issue.record("it is open")
        } catch {
            #expect(error.reason == "\(pipe) is no file; move it away")
            #expect(!error.isBusy)
        }
    }

    private func asides(_ names: String...) throws {
        for name in names { try folder.write("", to: "slipway-actions.db\(name)") }
    }

    @Test func theLastDamagedFileIsNamedWithWhatIsMissing() throws {
        #expect(try StoreDamage(beside: folder.path) == nil)
        try asides("", "-wal", ".damaged-1764371404", ".damaged-1764371404-wal")
        let moment = Duration.seconds(1_764_371_404).dateText
        #expect(
            try StoreDamage(beside: folder.path)?.words
                == """
                \(path).damaged-1764371404 has what could not be saved of a damaged store, with \
                its kept values and its history, from before \(moment); remove the file once it is \
                of no use
                """
        )
        try asides("-wal.damaged-1764371405.2")
        #expect(
            try StoreDamage(beside: folder.path)?.words
                == """
                \(path)-wal.damaged-1764371405.2 (and 1 further file beside it) is a damaged log \
                of the store, with changes from before \
                \(Duration.seconds(1_764_371_405).dateText); remove the file once it is of no use
                """
        )
    }

    @Test func itIsLookedForOnceTheStoreIsOpenAndAsLongAsItIsThere() throws {
        var watch = DamageWatch()
        func at(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }
        func look(_ seconds: Int64, isOpened: Bool = false) -> StoreNews? {
            watch.look(beside: folder.path, isOpened: isOpened, at: at(seconds))
        }
        #expect(look(0, isOpened: true) == nil)
        #expect(watch.nextLook == nil)
        try asides(".damaged-1764371404")
        #expect(look(1) == nil)
        let damage = try #require(try StoreDamage(beside: folder.path))
        #expect(look(2, isOpened: true) == .damage(damage))
        #expect(watch.nextLook == at(12))
        #expect(look(11) == nil)
        #expect(look(12) == nil)
        unlink("\(path).damaged-1764371404")
        #expect(look(21) == nil)
        #expect(look(22) == .damage(nil))
        #expect(watch.nextLook == nil)
    }

    @Test func aLookThatFailsTellsNothingAndIsMadeAgain() throws {
        var watch = DamageWatch()
        func at(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }
        let (there, away) = (folder.path, "\(folder.path)-away")
        try asides(".damaged-1764371404")
        let damage = try #require(try StoreDamage(beside: there))
        try #require(rename(there, away) == 0)
        #expect(watch.look(beside: there, isOpened: true, at: at(0)) == nil)
        #expect(watch.nextLook == at(10))
        try #require(rename(away, there) == 0)
        #expect(watch.look(beside: there, isOpened: false, at: at(10)) == .damage(damage))
        try #require(rename(there, away) == 0)
        #expect(watch.look(beside: there, isOpened: false, at: at(20)) == nil)
        #expect(watch.nextLook == at(30))
        try #require(rename(away, there) == 0)
        #expect(watch.look(beside: there, isOpened: false, at: at(30)) == nil)
        #expect(watch.nextLook == at(40))
    }
}

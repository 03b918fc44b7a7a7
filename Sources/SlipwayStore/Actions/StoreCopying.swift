internal import Glibc
internal import Slipway
internal import SlipwaySystem

/// Makes the copies that are asked for, one after another, a few pages at a time: what is sent
/// meanwhile does not wait for a large one.
struct StoreCopying {
    typealias Completion = @Sendable (Result<StoreCopy, StoreError>) -> Void

    /// The name, in the state directory, of the copy that is being made.
    static let name = "slipway-actions.copy"
    private static let pages: Int32 = 256

    private var waiting: [Completion] = []
    private var backup: (copy: SQLiteBackup, file: Int32)?

    var isIdle: Bool { waiting.isEmpty }

    mutating func add(_ completion: @escaping Completion) { waiting.append(completion) }

    /// Goes on with the first copy.
    mutating func step(of table: ActionTable) {
        guard !waiting.isEmpty else { return }
        let path = Self.path(beside: table.connection.path)
        do throws(StoreError) {
            if let file = try copied(table.connection, path) {
                finish(.success(StoreCopy(takingOver: file, of: table.connection.path)))
            }
        } catch {
            discard()
            finish(.failure(error))
        }
    }

    /// Refuses the copies that are not made yet.
    mutating func refuse(_ error: StoreError) {
        discard()
        while !waiting.isEmpty { waiting.removeFirst()(.failure(error)) }
    }

    private mutating func finish(_ result: Result<StoreCopy, StoreError>) {
        backup = nil
        waiting.removeFirst()(result)
    }

    private mutating func discard() {
        if let backup { close(backup.file) }
        backup = nil
    }

    /// - Returns: The open file once it is whole.
    private mutating func copied(
        _ connection: SQLiteConnection,
        _ path: String
    ) throws(StoreError) -> Int32? {
        do throws(SQLiteError) {
            if backup == nil {
                let file = try Self.make(path)
                // The copy has a name only while SQLite opens it: a process that is killed later
                // leaves nothing.
                defer { unlink(path) }
                do throws(SQLiteError) {
                    backup = (try SQLiteBackup(of: connection, in: path), file)
                } catch {
                    close(file)
                    throw error
                }
            }
            guard let backup, try backup.copy.step(pages: Self.pages) else { return nil }
            return backup.file
        } catch {
            throw StoreError("cannot copy \(connection.path): \(error)")
        }
    }

    private static func path(beside file: String) -> String {
        String(
            file.prefix(
                upTo: file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
            )
        )
            + name
    }

    /// An empty file that only its user may read, in place of one that a killed process has left.
    ///
    /// - Returns: The open file.
    private static func make(_ path: String) throws(SQLiteError) -> Int32 {
        unlink(path)
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw SQLiteError(code: errno, "open \(path): \(ErrorNumber.current)")
        }
        return file
    }
}

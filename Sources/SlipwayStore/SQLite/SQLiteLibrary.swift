internal import CSQLite
internal import SlipwaySystem
internal import Synchronization

/// SQLite's library: the functions of ``CSQLite`` can be called once it is loaded.
final class SQLiteLibrary: Sendable {
    /// The instance that all connections share: a process loads a library once.
    static let shared = SQLiteLibrary()

    private let name: String
    private let isLoaded = Mutex(false)

    /// - Parameter name: The library's name for the dynamic linker.
    init(name: String = "libsqlite3.so.0") { self.name = name }

    /// Loads the library unless it is loaded; blocks for about a millisecond.
    ///
    /// - Throws: It cannot be loaded; another call tries again, since descriptors or memory may be there then.
    func load() throws(SQLiteError) {
        let fault: String? = isLoaded.withLock { isLoaded in
            if isLoaded { return nil }
            let fault = slipway_sqlite_load(name).map { String(cString: $0) }
            isLoaded = fault == nil
            return fault
        }
        guard let fault else { return }
        if let shortage = FreeDescriptors.shortage {
            let number = shortage.rawValue
            throw SQLiteError(code: SQLITE_CANTOPEN, "\(name): \(shortage)", systemError: number)
        }
        let advice = "install or repair the package 'libsqlite3-0'"
        throw SQLiteError(code: SQLITE_CANTOPEN, "\(fault); \(advice)")
    }
}

extension ActionStore {
    /// Why there can be no store on this machine: SQLite cannot be loaded; `nil` if it can.
    package static var obstacle: String? {
        do throws(SQLiteError) {
            try SQLiteLibrary.shared.load()
            return nil
        } catch {
            return error.description
        }
    }
}

internal import Glibc
package import Slipway
package import SlipwayInterface
package import SlipwayReport
internal import SlipwaySystem

/// The launches of a service as its file has them, read by another process: while the service runs or
/// when nothing does.
///
/// Nothing is changed, and the service that has the file does not wait for it.
package struct StoredHistory {
    private let table: LaunchTable
    private let folder: String

    /// Why a history cannot be read.
    package enum Failure: Error, Hashable {
        /// There is no file.
        case absent(path: String)
        /// The caller may not read the file.
        case forbidden(path: String)
        /// The file cannot be read, for this reason.
        case unreadable(path: String, String)
    }

    /// Opens the file of a state directory.
    ///
    /// - Parameter folder: The state directory.
    /// - Throws: Why it cannot be read.
    package init(in folder: String) throws(Failure) {
        self.folder = folder
        let path = "\(folder)/\(ActionFile.name)"
        guard access(path, R_OK) == 0 else {
            switch errno {
            case ENOENT, ENOTDIR: throw .absent(path: path)
            case EACCES, EPERM: throw .forbidden(path: path)
            default: throw .unreadable(path: path, "\(ErrorNumber.current)")
            }
        }
        let version: Int
        do throws(SQLiteError) {
            let connection = try SQLiteConnection(reading: path)
            try connection.run("PRAGMA busy_timeout = 2000")
            version = try ActionSchema.version(of: connection)
            table = LaunchTable(connection: connection)
        } catch {
            throw .unreadable(path: path, "\(error)")
        }
        guard version <= ActionSchema.version else {
            throw .unreadable(path: path, ActionFileError.isNewer.reason)
        }
        guard version > 0 else {
            throw .unreadable(path: path, "no launch is recorded in it yet")
        }
    }

    /// Launches with their operations, the last one first.
    ///
    /// - Parameter limit: How many at most.
    /// - Returns: Those that can be read, and how many cannot.
    /// - Throws: The file cannot be read.
    package func launches(
        upTo limit: Int
    ) throws(StoreError) -> (launches: [RecordedLaunch], damaged: Int) {
        var found = try read { table throws(SQLiteError) in try table.launches(upTo: limit) }
        let marks = marks
        found.launches = found.launches.map { ended($0, by: marks) }
        return found
    }

    /// Summaries, the last one first.
    ///
    /// - Parameter limit: How many at most.
    /// - Returns: The summaries.
    /// - Throws: The file cannot be read.
    package func summaries(upTo limit: Int) throws(StoreError) -> [LaunchSummary] {
        let summaries = try read { table throws(SQLiteError) in try table.summaries(upTo: limit) }
        let marks = marks
        return summaries.map { summary in
            var summary = summary
            if summary.end == .running, let marks {
                summary.end = marks.end(of: summary.launchID, generation: summary.generation)
            }
            return summary
        }
    }

    /// A launch; `nil` for none with this identity that can be read.
    package func launch(_ launchID: String) throws(StoreError) -> RecordedLaunch? {
        let found = try read { table throws(SQLiteError) in try table.launch(launchID) }
        let marks = marks
        return found.map { ended($0, by: marks) }
    }

    /// The marks, which tell of launches without an end how they ended; `nil` while a service has the file.
    ///
    /// To be asked after the rows were read: a service that has begun since has written none of them.
    private var marks: LaunchMarks? { StateLock.isHeld(in: folder) ? nil : .ended(in: folder) }

    /// The launch with its end: its process may have had no time or no room to tell that to the file.
    private func ended(_ launch: RecordedLaunch, by marks: LaunchMarks?) -> RecordedLaunch {
        guard launch.end == .running, let marks else { return launch }
        var launch = launch
        launch.noteEnd(marks.end(of: launch.report.launchID, generation: launch.generation))
        return launch
    }

    private func read<Answer>(
        _ body: (LaunchTable) throws(SQLiteError) -> Answer
    ) throws(StoreError) -> Answer {
        do throws(SQLiteError) { return try body(table) } catch {
            throw StoreError(table.connection.path, error)
        }
    }
}

extension LaunchMarks {
    /// The marks of a state directory that no service uses.
    fileprivate static func ended(in folder: String) -> LaunchMarks {
        var marks = MarkFile.read(in: folder)
        marks.begin()
        return marks
    }
}

extension StoredHistory.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .absent(let path): "there is no \(path)"
        case .forbidden(let path): "you may not read \(path)"
        case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
        }
    }
}

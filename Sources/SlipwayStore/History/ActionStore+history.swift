package import Slipway
package import SlipwayInterface
package import SlipwayReport

/// Stores the launches of the service in the file of the launch actions, beside them.
///
/// A fault of the file costs the history, and nothing else.
extension ActionStore {
    /// Does something on the file's thread, after all jobs so far, whether or not the file can be
    /// used.
    package func run(_ body: @escaping @Sendable () -> Void) { database.run(body) }

    /// Notes the beginning of a process.
    ///
    /// Launches without an end in the file have ended as their marks say, or crashed; a crashed
    /// start of which only the mark is left gets a record.
    package func begin(after marks: LaunchMarks, name: String) {
        useHistory { table throws(SQLiteError) in
            try table.noteEnds(by: marks)
            for mark in marks.marks where mark.state == .crashed {
                guard try !table.has(mark.launch.launchID) else { continue }
                try table.put(RecordedLaunch(mark, name: name))
            }
        }
    }

    /// Stores a launch, and replaces what was stored of it.
    ///
    /// - Parameters:
    ///   - launch: Makes the record, on the store's thread.
    ///   - completion: Called with the record and those before that may be compared with it, the
    ///     last one first; not called where they cannot be read.
    package func keep(
        _ launch: @escaping @Sendable () -> RecordedLaunch,
        _ completion: (@Sendable (RecordedLaunch, _ past: [RecordedLaunch]) -> Void)? = nil
    ) {
        useHistory { table throws(SQLiteError) in
            let launch = launch()
            try table.put(launch)
            guard let completion else { return }
            // One more: the launch itself is there too.
            completion(launch, try table.launches(like: launch, upTo: Regression.pastLimit + 1))
        }
    }

    /// Summaries of the launches before one (`nil`: of the last ones), at most so many, the last one first.
    package nonisolated(nonsending) func launches(
        upTo limit: Int,
        before launchID: String?
    ) async throws(StoreError) -> [LaunchSummary] {
        try await read { table throws(SQLiteError) in
            try table.summaries(upTo: limit, before: launchID)
        }
    }

    /// A launch; `nil` for none with this identity that can be read.
    package nonisolated(nonsending) func launch(
        _ launchID: String
    ) async throws(StoreError) -> RecordedLaunch? {
        try await read { table throws(SQLiteError) in try table.launch(launchID) }
    }

    private nonisolated(nonsending) func read<Answer: Sendable>(
        _ body: @escaping @Sendable (LaunchTable) throws(SQLiteError) -> Answer
    ) async throws(StoreError) -> Answer {
        try await useFile { writer throws(StoreError) in
            try writer.use { connection throws(SQLiteError) in
                try body(LaunchTable(connection: connection))
            }
        }
    }

    private func useHistory(_ body: @escaping @Sendable (LaunchTable) throws(SQLiteError) -> Void) {
        database.useFile(.unsynced) { [self] file in
            // A missing file is told by what needs one.
            guard case .success(let writer) = file else { return }
            let connection = writer.table.connection
            do throws(SQLiteError) {
                try writer.store { () throws(SQLiteError) in
                    try body(LaunchTable(connection: connection))
                }
            } catch {
                onTrouble("cannot write the history of launches: \(connection.path): \(error)")
            }
        }
    }
}

extension RecordedLaunch {
    /// A launch of which only its mark is left.
    fileprivate init(_ mark: LaunchMark, name: String) {
        let report = Report(
            name: name,
            launchID: mark.launch.launchID,
            course: LaunchCourse(phase: .starting),
            processStart: Instant(nanoseconds: 0),
            operations: []
        )
        self.init(report, mark.launch)
        hasCrashed = true
    }
}

package import Slipway
package import SlipwayInterface
package import SlipwayReport

/// Keeps the launches of the service in the file of the launch actions, beside them.
///
/// Each completion is called on the store's thread, or before the call returns if there is no file. What is
/// wrong with the file costs the history, and nothing else.
extension ActionStore {
    /// Does something on the store's thread, after all before, and whether or not there is a file.
    package func run(_ body: @escaping @Sendable () -> Void) { database.run(body) }

    /// Notes the beginning of a process: what had not ended in the file has
    /// ended as its mark says, or crashed, and so have the starts of which only a mark is left.
    package func begin(after marks: LaunchMarks, name: String) {
        useHistory { table throws(SQLiteError) in
            try table.noteEnds(by: marks)
            for mark in marks.marks where mark.state == .crashed {
                guard try !table.has(mark.launch.launchID) else { continue }
                try table.put(RecordedLaunch(mark, name: name))
            }
        }
    }

    /// Keeps a launch, in the place of what is kept of it.
    ///
    /// - Parameters:
    ///   - launch: Makes the record, on the store's thread.
    ///   - completion: Called with the record and those before that may be compared with it, the last one
    ///     first; not where they cannot be read.
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

    /// Summaries of the launches, the last one first.
    ///
    /// - Parameters:
    ///   - limit: How many at most.
    ///   - launchID: Those before this one; `nil` for the last ones.
    ///   - completion: Called with them, or with why they cannot be read.
    package func launches(
        upTo limit: Int,
        before launchID: String?,
        _ completion: @escaping @Sendable (Result<[LaunchSummary], StoreError>) -> Void
    ) {
        read(
            { table throws(SQLiteError) in try table.summaries(upTo: limit, before: launchID) },
            completion
        )
    }

    /// A launch; `nil` for none with this identity that can be read.
    package func launch(
        _ launchID: String,
        _ completion: @escaping @Sendable (Result<RecordedLaunch?, StoreError>) -> Void
    ) {
        read({ table throws(SQLiteError) in try table.launch(launchID) }, completion)
    }

    private func read<Answer: Sendable>(
        _ body: @escaping @Sendable (LaunchTable) throws(SQLiteError) -> Answer,
        _ completion: @escaping @Sendable (Result<Answer, StoreError>) -> Void
    ) {
        let answer = SingleAnswer(completion)
        database.useFile { file in
            answer.give(
                file.flatMap { writer in
                    let connection = writer.table.connection
                    do throws(SQLiteError) {
                        return .success(try body(LaunchTable(connection: connection)))
                    } catch {
                        return .failure(StoreError(connection.path, error))
                    }
                }
            )
        }
    }

    private func useHistory(_ body: @escaping @Sendable (LaunchTable) throws(SQLiteError) -> Void) {
        database.useFile(.unsynced) { [self] file in
            // That there is no file is told by what needs it.
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

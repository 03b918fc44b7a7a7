internal import Slipway
internal import SlipwayClient
internal import SlipwayInterface
internal import SlipwayReport
internal import SlipwayStore

/// The launches of a service: asked of it while it runs, and read from its state directory when it does
/// not.
struct RecordedLaunches {
    private let connection: ConnectionOptions
    private let place: HistoryPlace

    init(_ connection: ConnectionOptions, _ place: HistoryPlace) {
        self.connection = connection
        self.place = place
    }

    /// Finds one launch; blocks.
    ///
    /// - Parameters:
    ///   - argument: How it is named; a file is read without asking a service.
    ///   - actions: The number of wanted actions of a launch that runs; `nil` for all.
    /// - Returns: The launch.
    /// - Throws: ``CommandFailure``: there is no such launch, or neither a service nor a history to
    ///   ask.
    func launch(_ argument: LaunchArgument, actions: Int?) throws -> ChosenLaunch {
        switch argument {
        case .file(let path): try ChosenLaunch(inFile: path)
        case .kept(let name): ChosenLaunch(try kept(name, actions: actions))
        }
    }

    private func kept(_ name: LaunchName, actions: Int?) throws -> RecordedLaunch {
        if let client = try client() { return try Self.launch(name, actions: actions, client) }
        let history = try stored(whenStopped: true)
        let last = LastLaunches(try history.summaries(upTo: Method.ListLaunches.limit))
        let found = try Self.find(name, last.identities(for: name))
        if name == .back(0), let remark = last.remark { Output.error.notice(remark) }
        guard let launch = try history.launch(found) else {
            throw CommandFailure.no("the record of launch '\(found)' is damaged")
        }
        return launch
    }

    /// All launches, the last one first.
    ///
    /// The history is read from disk where the caller may, since that is quicker than to ask the
    /// service for each launch. The number of its damaged records is told on standard error.
    func all(upTo limit: Int) throws -> [RecordedLaunch] {
        guard let client = try client() else {
            let stored = try stored(whenStopped: true).launches(upTo: limit)
            Self.tell(damaged: stored.damaged)
            return stored.launches
        }
        let present = try Self.launch(.back(0), actions: 0, client)
        // On a disk that does not answer, reading would hold this process up, and no signal would
        // end it.
        if present.report.storage?.isRead != false, let history = try? stored(whenStopped: false),
            var stored = try? history.launches(upTo: limit),
            let index = stored.launches.firstIndex(where: {
                $0.report.launchID == present.report.launchID
            })
        {
            Self.tell(damaged: stored.damaged)
            stored.launches[index] = present
            return stored.launches
        }
        let summaries = try client.call(Method.ListLaunches(count: limit)).launches
        return try summaries.map { summary in
            summary.launchID == present.report.launchID
                ? present
                : try Self.launch(.beginning(summary.launchID), actions: 0, client)
        }
    }

    private static func tell(damaged count: Int) {
        guard count > 0 else { return }
        let launches = counted(count, "launch", "launches")
        Output.error.notice("\(launches) of the history cannot be read")
    }

    private func client() throws -> ControlClient? {
        guard place.stateDirectory == nil else { return nil }
        return try connection.observingIfThere()
    }

    private static func launch(
        _ name: LaunchName,
        actions: Int?,
        _ client: ControlClient
    ) throws -> RecordedLaunch {
        let isPresent = name == .back(0)
        let reply = try client.call(
            Method.GetReport(actions: isPresent ? actions : nil, launch: isPresent ? nil : name)
        )
        return RecordedLaunch(reply)
    }

    private static func find(
        _ name: LaunchName,
        _ identities: [String]
    ) throws(CommandFailure) -> String {
        guard !identities.isEmpty else { throw .no("no launch is stored") }
        do throws(LaunchNotFound) { return try name.find(in: identities) } catch {
            throw .no("\(error)")
        }
    }

    /// The way to a history in another place, such as that of a service that embeds the library.
    private static let advice = "a history in another place is named with --state-directory"

    /// The history on disk.
    ///
    /// - Parameter isStopped: Whether to say that no service runs.
    /// - Returns: The first history that can be read.
    /// - Throws: ``CommandFailure``: no history can be read.
    private func stored(whenStopped isStopped: Bool) throws -> StoredHistory {
        let folders = try place.stateDirectory.map { [$0] } ?? connection.stateDirectories()
        var failures: [StoredHistory.Failure] = []
        for folder in folders {
            do throws(StoredHistory.Failure) {
                let history = try StoredHistory(in: folder)
                if isStopped, place.stateDirectory == nil {
                    Output.error.notice("no service runs; this is from the history in \(folder)")
                }
                return history
            } catch {
                failures.append(error)
            }
        }
        // The failure of a history that is there says more than that of one that is absent.
        let told = failures.first { if case .absent = $0 { false } else { true } }
        if told == nil, place.stateDirectory == nil {
            do { try connection.checkKnown() } catch let error as NoSocket {
                throw CommandFailure.cannot(Diagnostics.words(error)).adding(Self.advice)
            }
        }
        let stopped = place.stateDirectory == nil ? "no service runs, and " : ""
        guard let failure = told ?? failures.first else {
            throw CommandFailure.cannot(
                "\(stopped)its history cannot be found; \(Self.advice)"
            )
        }
        throw CommandFailure.cannot("\(stopped)its history cannot be read: \(failure)")
            .adding(place.stateDirectory == nil ? Self.advice : nil)
    }
}

extension RecordedLaunch {
    /// The launch of a reply.
    ///
    /// Without a summary, as before the facts of the start are known, the report has to do: the
    /// date is reckoned by this machine's clock, and the start counts as warm.
    init(_ reply: Method.GetReport.Reply) {
        if let summary = reply.summary {
            self.init(reply.launch, summary)
        } else {
            let date = Calendar.now.date(of: reply.launch.processStart).microseconds
            let generation = reply.generation
            self.init(reply.launch, start: .warm, startedAt: date, generation: generation)
        }
    }
}

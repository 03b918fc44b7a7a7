internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayReport
internal import SlipwayStore
internal import SlipwayVarlink

extension Method.ListLaunches: AwaitedMethod {
    nonisolated(nonsending) func answer(
        _ service: LaunchService,
        _ peer: Peer,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        reply.finish(Reply(try await service.listLaunches(upTo: count, before: before)))
    }
}

/// The calls about the history.
extension LaunchService {
    /// Lists launches, the last one first; the present one is as it is now.
    nonisolated(nonsending) func listLaunches(
        upTo limit: Int,
        before id: String?
    ) async throws(LaunchRefusal) -> [LaunchSummary] {
        let present = history.record(launch.summary.report).map { LaunchSummary($0) }
        return try await history.launches(upTo: limit, before: id).map { summary in
            summary.launchID == present?.launchID ? present ?? summary : summary
        }
    }

    /// Answers with a launch of the history.
    nonisolated(nonsending) func report(
        of name: LaunchName,
        _ reply: ReplySink
    ) async throws(LaunchRefusal) {
        let present = launch.id
        let summaries = try await listLaunches(upTo: Method.ListLaunches.limit, before: nil)
        let id: String
        do throws(LaunchNotFound) {
            // A name that counts back counts from the launch in service.
            var ids = summaries.map(\.launchID)
            if case .back = name { ids = Array(ids.drop { $0 != present }) }
            id = try name.find(in: ids)
        } catch {
            throw .noSuchLaunch(name.text, message: "\(error)")
        }
        if id == launch.id { return await presentReport(actions: nil, reply) }
        guard let launch = try await history.launch(id) else {
            throw .noSuchLaunch(name.text, message: "its record is damaged")
        }
        reply.finish(
            Method.GetReport.Reply(
                launch.report,
                generation: launch.generation,
                summary: LaunchSummary(launch)
            )
        )
    }

    /// Answers with the launch in service, with all of its actions, or with some that have not ended.
    nonisolated(nonsending) func presentReport(actions: Int?, _ reply: ReplySink) async {
        let remarks = await findRemarks()
        let generation = current.generation
        let launch = generation.launch
        let (report, counts) =
            actions.map { limit -> (Report, [String: Int]?) in
                launch.summary(withActions: limit)
            } ?? (launch.report, nil)
        var measured = report
        measured.programs = await programs.measure(report.programs)
        reply.finish(
            Method.GetReport.Reply(
                measured,
                counting: counts.map { ActionCounts($0) },
                ended: counts.map { _ in launch.endedActions },
                generation: generation.number,
                summary: history.record(report).map { LaunchSummary($0) },
                remarks: remarks,
                reload: reload(beside: report.phase)
            )
        )
    }
}

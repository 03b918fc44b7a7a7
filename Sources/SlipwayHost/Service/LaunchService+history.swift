internal import Slipway
internal import SlipwayControlServer
internal import SlipwayInterface
internal import SlipwayReport
internal import SlipwayStore
internal import SlipwayVarlink

extension Method.ListLaunches: AnsweredMethod {
    func answer(_ service: LaunchService, _ peer: Peer, _ reply: ReplySink) {
        service.listLaunches(upTo: count, before: before) { result in
            do throws(LaunchRefusal) {
                reply.finish(Reply(try result.get()))
            } catch {
                reply.fail(error.varlinkError)
            }
        }
    }
}

/// The calls about the history.
extension LaunchService {
    typealias Listing = @Sendable (Result<[LaunchSummary], LaunchRefusal>) -> Void

    /// Lists launches, the last one first; the present one is as it is now.
    func listLaunches(upTo limit: Int, before id: String?, _ completion: @escaping Listing) {
        let present = history.record(launch.summary.report).map { LaunchSummary($0) }
        history.launches(upTo: limit, before: id) { result in
            completion(
                result.map { summaries in
                    summaries.map { $0.launchID == present?.launchID ? present ?? $0 : $0 }
                }
            )
        }
    }

    /// Answers with a launch of the history.
    func report(of name: LaunchName, _ reply: ReplySink) {
        let present = launch.id
        listLaunches(upTo: Method.ListLaunches.limit, before: nil) { [self] result in
            do throws(LaunchRefusal) {
                let summaries = try result.get()
                let id: String
                do throws(LaunchNotFound) {
                    // What is counted back is counted from the launch in service.
                    var ids = summaries.map(\.launchID)
                    if case .back = name { ids = Array(ids.drop { $0 != present }) }
                    id = try name.find(in: ids)
                } catch {
                    throw .noSuchLaunch(name.text, message: "\(error)")
                }
                report(id, as: name, reply)
            } catch {
                reply.fail(error.varlinkError)
            }
        }
    }

    private func report(_ id: String, as name: LaunchName, _ reply: ReplySink) {
        if id == launch.id { return presentReport(actions: nil, reply) }
        history.launch(id) { result in
            do throws(LaunchRefusal) {
                guard let launch = try result.get() else {
                    throw .noSuchLaunch(name.text, message: "its record is damaged")
                }
                let summary = LaunchSummary(launch)
                reply.finish(
                    Method.GetReport.Reply(
                        launch.report,
                        generation: launch.generation,
                        summary: summary
                    )
                )
            } catch {
                reply.fail(error.varlinkError)
            }
        }
    }

    /// Answers with the launch in service, with all of its actions, or with some that have not ended.
    func presentReport(actions: Int?, _ reply: ReplySink) {
        findRemarks { [self] in presentReport(actions: actions, $0, reply) }
    }

    private func presentReport(actions: Int?, _ remarks: ServiceRemarks?, _ reply: ReplySink) {
        let generation = current.generation
        let launch = generation.launch
        let (report, counts) =
            actions.map { limit -> (Report, [String: Int]?) in
                launch.summary(withActions: limit)
            } ?? (launch.report, nil)
        programs.measure(report.programs) { [self] programs in
            var measured = report
            measured.programs = programs
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
}

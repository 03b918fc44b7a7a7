internal import Slipway
internal import SlipwayInterface
internal import SlipwayJSON
internal import SlipwayPictures
internal import SlipwayReport
internal import SlipwayVarlink

extension HistoryText {
    /// The launches, as `ListLaunches` gives them, with the restarts of programs, and the statistics.
    var json: JSON {
        [
            "launches": .array(launches.prefix(limit).map(json)),
            "statistics": .array(statistics.map(\.json)),
        ]
    }

    /// The summary; `"restarts": {"web": 3}` if a program was started again, and `"replacedBy"`, the identity
    /// of the launch that took its place, if a reload made one.
    private func json(_ launch: RecordedLaunch) -> JSON {
        let summary = LaunchSummary(launch).json()
        guard case .object(var object) = summary else { return summary }
        var restarts: JSONObject = [:]
        for program in launch.report.programs where program.restarts > 0 {
            restarts[program.name] = JSON(count: program.restarts)
        }
        if restarts != [:] { object["restarts"] = .object(restarts) }
        object["replacedBy"] = launch.replacement(in: launches).map {
            .string($0.report.launchID)
        }
        return .object(object)
    }
}

extension LaunchStatistics {
    fileprivate var json: JSON {
        [
            "start": .string(kind.start.rawValue),
            "isReload": .bool(kind.isReload),
            "launches": .integer(Int64(count)),
            "ready": ready.json,
            "operations": .array(
                operations.map { operation in
                    [
                        "name": .string(operation.name),
                        "wait": operation.wait.json,
                        "run": operation.run.json,
                    ]
                }
            ),
        ]
    }
}

extension DurationSeries {
    /// Times in microseconds, the oldest launch first; `null` for a launch without one.
    fileprivate var json: JSON {
        [
            "p50USec": Self.json(median),
            "p95USec": Self.json(percentile95),
            "lastUSec": Self.json(last),
            "eachUSec": .array(durations.map { Self.json($0) }),
        ]
    }

    private static func json(_ duration: Duration?) -> JSON {
        duration.map { .integer($0.microseconds) } ?? .null
    }
}

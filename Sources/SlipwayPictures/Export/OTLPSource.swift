internal import Slipway
internal import SlipwayJSON
internal import SlipwayReport

/// A launch, with the facts that all of its exports share.
struct OTLPSource {
    let launch: RecordedLaunch
    /// The instant at which the export lets spans end that are under way.
    let end: Instant
    /// Further facts about where the launch ran, such as `host.name`.
    let resource: [(name: String, value: String)]

    var report: Report { launch.report }

    /// - Parameters:
    ///   - launch: The launch.
    ///   - now: The instant of the export; `nil` for the last one that the report knows.
    ///   - resource: Further facts about where the launch ran.
    init(
        _ launch: RecordedLaunch,
        at now: Instant?,
        resource: [(name: String, value: String)]
    ) {
        self.launch = launch
        self.resource = resource
        let report = launch.report
        let known = report.operations.lazy.flatMap { [$0.readyAt, $0.startedAt, $0.endedAt] }
            .compactMap(\.self).max()
        let last =
            [report.readyAt, report.launchedAt, known].compactMap(\.self).max()
            ?? report.processStart
        // A report of another machine may be ahead of this one's clock: no span ends before it began.
        end = report.endedAt ?? max(now ?? last, last)
    }

    /// An instant as nanoseconds since 1970, counted from the wall clock at the process's start: no
    /// span becomes longer or shorter if the clock is set meanwhile.
    func time(_ instant: Instant) -> JSON {
        let offset = report.processStart.elapsed(to: instant)
        return "\(launch.startedAt * 1000 + offset.nanoseconds)"
    }

    /// The process that was launched, by OpenTelemetry's names.
    var resourceJSON: JSON {
        let attributes =
            [
                OTLPAttribute("service.name", report.name),
                OTLPAttribute("service.instance.id", report.launchID),
                OTLPAttribute("telemetry.sdk.name", "slipway"),
                OTLPAttribute("telemetry.sdk.language", "swift"),
                OTLPAttribute("telemetry.sdk.version", launch.version),
                OTLPAttribute(.bootID, launch.bootID),
            ].compactMap(\.self) + resource.compactMap { OTLPAttribute($0.name, $0.value) }
        return ["attributes": .array(attributes.map(\.json))]
    }

    /// The scope of the numbers and spans: Slipway, which made them.
    var scopeJSON: JSON {
        let version = launch.version
        return .object(
            JSONObject(present: [
                "name": "slipway", "version": version.isEmpty ? nil : .string(version),
            ])
        )
    }
}

public import Slipway
internal import SlipwayJSON
public import SlipwayReport

extension RecordedLaunch {
    /// The launch as a trace in the JSON of OTLP: `{"resourceSpans": …}`, on one line, as an OpenTelemetry
    /// collector takes it at `/v1/traces`, or reads it from a file.
    ///
    /// The trace has spans of the launch, of the time before it, of each operation in its group, of
    /// each attempt of what was tried more than once, and of each launch action that has begun;
    /// links lead to what an operation or action requires or comes after. The identities come from
    /// the launch's own: a launch that is exported again is the same trace. Times count from
    /// ``startedAt``.
    ///
    /// - Parameters:
    ///   - now: The instant at which spans end that are under way; `nil` for the last instant that
    ///     the report knows.
    ///   - resource: Further facts about where the launch ran, such as `host.name`.
    /// - Returns: The JSON, without a line end.
    public func otlpTraces(
        at now: Instant? = nil,
        resource: [(name: String, value: String)] = []
    ) -> String {
        OTLPTraces(OTLPSource(self, at: now, resource: resource)).json
            .text(isCompact: true, escaping: \.isUnprintable)
    }

    /// The launch as metrics in the JSON of OTLP: `{"resourceMetrics": …}`, on one line, as an OpenTelemetry
    /// collector takes it at `/v1/metrics`, or reads it from a file.
    ///
    /// The numbers are those of ``prometheus(at:)``, all with one time: that of the launch's end,
    /// or of the export.
    ///
    /// - Parameters:
    ///   - now: The instant of the export; `nil` for the last one that the report knows.
    ///   - resource: Further facts about where the launch ran, such as `host.name`.
    /// - Returns: The JSON, without a line end.
    public func otlpMetrics(
        at now: Instant? = nil,
        resource: [(name: String, value: String)] = []
    ) -> String {
        OTLPMetrics(OTLPSource(self, at: now, resource: resource)).json
            .text(isCompact: true, escaping: \.isUnprintable)
    }
}

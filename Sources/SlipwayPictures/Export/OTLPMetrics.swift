internal import Slipway

/// The numbers of a launch: those that Prometheus gets, by their names in OpenTelemetry.
struct OTLPMetrics {
    /// `AGGREGATION_TEMPORALITY_CUMULATIVE`.
    private static let cumulative = "2"

    let source: OTLPSource

    init(_ source: OTLPSource) { self.source = source }

    /// `{"resourceMetrics": …}`.
    var json: String {
        let families = LaunchReading(source.launch, at: source.end).families
        let scope = JSONText.object([
            "scope": source.scopeJSON, "metrics": JSONText.array(families.map(metric)),
        ])
        let resource = JSONText.object([
            "resource": source.resourceJSON, "scopeMetrics": JSONText.array([scope]),
        ])
        return JSONText.object(["resourceMetrics": JSONText.array([resource])])
    }

    private func metric(_ family: MetricFamily) -> String {
        let points = JSONText.array(family.points.map(point))
        let gauge = family.kind == .gauge ? JSONText.object(["dataPoints": points]) : nil
        let sum =
            family.kind == .counter
            ? JSONText.object([
                "dataPoints": points, "aggregationTemporality": Self.cumulative,
                "isMonotonic": "true",
            ]) : nil
        return JSONText.object([
            "name": JSONText.quoted("slipway.\(family.name)"),
            "description": JSONText.quoted(family.help),
            "unit": JSONText.quoted(family.unit.inOTLP),
            "gauge": gauge,
            "sum": sum,
        ])
    }

    private func point(_ point: MetricFamily.Point) -> String {
        var count: String?
        var seconds: String?
        switch point.value {
        case .count(let number): count = "\"\(number)\""
        case .time: seconds = point.value.decimal
        }
        let labels = point.labels.map { OTLPAttribute($0.name, .text($0.value)).json }
        return JSONText.object([
            "attributes": JSONText.array(labels),
            "startTimeUnixNano": source.time(source.report.processStart),
            "timeUnixNano": source.time(source.end),
            "asInt": count,
            "asDouble": seconds,
        ])
    }
}

extension MetricFamily.Unit {
    /// As UCUM has it.
    fileprivate var inOTLP: String {
        switch self {
        case .none: "1"
        case .seconds: "s"
        case .bytes: "By"
        }
    }
}

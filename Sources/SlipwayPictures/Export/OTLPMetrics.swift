internal import Slipway
internal import SlipwayJSON

/// The numbers of a launch: those that Prometheus gets, by their names in OpenTelemetry.
struct OTLPMetrics {
    /// `AGGREGATION_TEMPORALITY_CUMULATIVE`.
    private static let cumulative: JSON = 2

    let source: OTLPSource

    init(_ source: OTLPSource) { self.source = source }

    /// `{"resourceMetrics": …}`.
    var json: JSON {
        let families = LaunchReading(source.launch, at: source.end).families
        let scope: JSON = ["scope": source.scopeJSON, "metrics": .array(families.map(metric))]
        return ["resourceMetrics": [["resource": source.resourceJSON, "scopeMetrics": [scope]]]]
    }

    private func metric(_ family: MetricFamily) -> JSON {
        var metric: JSONObject = [
            "name": .string(family.name.full),
            "description": .string(family.help),
            "unit": .string(family.unit.inOTLP),
        ]
        let points = JSON.array(family.points.map(point))
        switch family.kind {
        case .gauge: metric["gauge"] = ["dataPoints": points]
        case .counter:
            metric["sum"] = [
                "dataPoints": points, "aggregationTemporality": Self.cumulative,
                "isMonotonic": true,
            ]
        }
        return .object(metric)
    }

    private func point(_ point: MetricFamily.Point) -> JSON {
        let labels = point.labels.map { OTLPAttribute($0.name.rawValue, .text($0.value)).json }
        var number: JSONObject = [
            "attributes": .array(labels),
            "startTimeUnixNano": source.time(source.report.processStart),
            "timeUnixNano": source.time(source.end),
        ]
        switch point.value {
        case .count(let count): number["asInt"] = "\(count)"
        case .time: number["asDouble"] = .decimal(point.value.decimal)
        }
        return .object(number)
    }
}

extension MetricFamily.Unit {
    /// The unit as UCUM writes it.
    fileprivate var inOTLP: String {
        switch self {
        case .none: "1"
        case .seconds: "s"
        case .bytes: "By"
        }
    }
}

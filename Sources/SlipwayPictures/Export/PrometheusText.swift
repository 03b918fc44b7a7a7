public import Slipway
public import SlipwayReport

/// The text format of Prometheus, version 0.0.4.
enum PrometheusText {
    /// HELP, TYPE and the numbers of each family, a line each.
    static func text(_ families: [MetricFamily]) -> String {
        families.map(text).joined()
    }

    private static func text(_ family: MetricFamily) -> String {
        let name = name(of: family)
        let type = family.kind == .counter ? "counter" : "gauge"
        var text = "# HELP \(name) \(escaped(family.help, quote: false)).\n# TYPE \(name) \(type)\n"
        for point in family.points {
            let labels = point.labels.map { label in
                "\(label.name.rawValue)=\"\(escaped(label.value, quote: true))\""
            }
            let list = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
            text += "\(name)\(list) \(point.value.decimal)\n"
        }
        return text
    }

    /// `slipway_operation_wait_seconds`.
    static func name(of family: MetricFamily) -> String {
        let words = String(family.name.full.map { $0 == "." ? "_" : $0 })
        let unit =
            switch family.unit {
            case .none: ""
            case .seconds: "_seconds"
            case .bytes: "_bytes"
            }
        return "\(words)\(unit)" + (family.kind == .counter ? "_total" : "")
    }

    /// A text as the format writes it: a backslash, a line end and, in a label, a quotation mark
    /// are escaped.
    private static func escaped(_ text: String, quote: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quote: escaped += "\\\""
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension RecordedLaunch {
    /// The launch as metrics in the text format of Prometheus, with HELP and TYPE lines.
    ///
    /// Names and labels are those of `SlipwayMetrics`, in the manner of Prometheus: what is `slipway.operation.wait`
    /// there is `slipway_operation_wait_seconds` here. Times are in seconds. Only names from the plan become
    /// labels, and only the first 1,000 operations, programs, queues and kinds of action get numbers of their
    /// own: all others share `other`, added up.
    ///
    /// - Parameter now: The instant up to which the times of a launch under way count; `nil` leaves
    ///   them out.
    /// - Returns: Lines, with a line end after the last one.
    public func prometheus(at now: Instant? = nil) -> String {
        prometheus(actionCounts: nil, endedActions: nil, at: now)
    }

    /// The metric that says whether a service answers.
    ///
    /// `app` is the name by which the side that asks knows the service.
    package static func prometheusUp(_ isUp: Bool, app: String) -> String {
        var family = MetricFamily(.up, "Whether the service answers: 1 or 0")
        family.add([MetricFamily.Label(.app, app)], .count(isUp ? 1 : 0))
        return PrometheusText.text([family])
    }

    /// The launch as metrics, from a report that does not have all actions.
    ///
    /// - Parameters:
    ///   - actionCounts: How many actions are in each state, by its word; `nil` to count those of
    ///     the report.
    ///   - endedActions: The actions that have ended in the process; `nil` to count those of the
    ///     report.
    ///   - now: The instant up to which the times of a launch under way count; `nil` leaves them
    ///     out.
    /// - Returns: Lines, with a line end after the last one.
    package func prometheus(
        actionCounts: [String: Int]?,
        endedActions: EndedActions? = nil,
        at now: Instant?
    ) -> String {
        let reading = LaunchReading(
            self,
            actionCounts: actionCounts,
            endedActions: endedActions,
            at: now
        )
        return PrometheusText.text(reading.families)
    }
}

import Foundation
import Slipway
import SlipwayPictures
import SlipwayReport
import Testing

/// A launch in the JSON of OTLP.
///
/// OpenTelemetry's own definitions read it in `Tests/Collecting/otlp`.
struct OTLPTests {
    /// What is around an object, or in it.
    private typealias Object = [String: Any]

    private func object(_ text: String) throws -> Object {
        #expect(!text.contains("\n"))
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object)
    }

    private func list(_ object: Object, _ names: String...) throws -> [Object] {
        var found = [object]
        for name in names {
            found = try found.flatMap { try #require($0[name] as? [Object], "no \(name)") }
        }
        return found
    }

    private func spans(_ launch: RecordedLaunch) throws -> [String: Object] {
        let spans = try list(object(launch.otlpTraces()), "resourceSpans", "scopeSpans", "spans")
        return try Dictionary(
            uniqueKeysWithValues: spans.map { (try #require($0["name"] as? String), $0) }
        )
    }

    private func attributes(_ object: Object) throws -> [String: String] {
        let all = try list(object, "attributes")
        return try Dictionary(
            uniqueKeysWithValues: all.map { attribute in
                let value = try #require(attribute["value"] as? Object)
                return (try #require(attribute["key"] as? String), "\(value.values.first ?? "")")
            }
        )
    }

    /// A group with a step that was tried twice, and one that requires it and failed.
    private var launch: RecordedLaunch {
        var group = PrometheusTests.operation("database")
        group.isGroup = true
        var migrate = PrometheusTests.operation("migrate")
        migrate.group = "database"
        migrate.attempt = 2
        migrate.attempts = [
            .init(
                number: 1,
                startedAt: Instant(nanoseconds: 5_015_000_000),
                endedAt: Instant(nanoseconds: 5_100_000_000),
                failure: Failure("HTTP 503")
            ),
            .init(
                number: 2,
                startedAt: Instant(nanoseconds: 5_200_000_000),
                endedAt: Instant(nanoseconds: 5_250_000_000)
            ),
        ]
        var web = PrometheusTests.operation("web", .ended(.failed(Failure("exit \"3\"\u{1B}"))))
        web.requires = ["database"]
        web.after = ["later"]
        let later = PrometheusTests.operation("later", .pending, [nil, nil, nil])
        return PrometheusTests.launch([group, migrate, web, later])
    }

    @Test func aLaunchIsATraceWithItsOwnIdentity() throws {
        let spans = try spans(launch)
        #expect(
            Set(spans.keys) == [
                "launch shop", "(before launch)", "database", "migrate", "migrate attempt 1",
                "migrate attempt 2", "web",
            ]
        )
        let traces = Set(spans.values.compactMap { $0["traceId"] as? String })
        #expect(traces == ["0123456789abcdef0123456789abcdef"])
        let root = try #require(spans["launch shop"])
        #expect(root["parentSpanId"] == nil)
        #expect(root["kind"] as? Int == 1)
        #expect(root["startTimeUnixNano"] as? String == "1790000000000000000")
        #expect(root["endTimeUnixNano"] as? String == "1790000001250000000")
    }

    @Test func spansLieInTheirGroupAndAttemptsInTheirOperation() throws {
        let spans = try spans(launch)
        func parent(_ name: String) -> String? {
            let parent = spans[name]?["parentSpanId"] as? String
            return spans.first { $0.value["spanId"] as? String == parent }?.key
        }
        #expect(parent("(before launch)") == "launch shop")
        #expect(parent("database") == "launch shop")
        #expect(parent("migrate") == "database")
        #expect(parent("migrate attempt 1") == "migrate")
    }

    @Test func linksLeadToWhatIsThere() throws {
        let spans = try spans(launch)
        let web = try #require(spans["web"])
        let links = try list(web, "links")
        #expect(links.count == 1)
        #expect(links[0]["spanId"] as? String == spans["database"]?["spanId"] as? String)
        #expect(try attributes(links[0]) == ["slipway.relation": "requires"])
    }

    @Test func aFailureIsAStatusWithItsMessage() throws {
        let spans = try spans(launch)
        for (name, message) in [("web", "exit \"3\"\u{1B}"), ("migrate attempt 1", "HTTP 503")] {
            let status = try #require(spans[name]?["status"] as? Object)
            #expect(status["code"] as? Int == 2)
            #expect(status["message"] as? String == message)
        }
        #expect(spans["migrate"]?["status"] == nil)
        let hasUnprintable = launch.otlpTraces().unicodeScalars.contains { $0.isUnprintable }
        #expect(!hasUnprintable)
    }

    @Test func exportedAgainItIsTheSameTrace() throws {
        #expect(launch.otlpTraces() == launch.otlpTraces())
        var other = launch
        other.report.launchID = "l2"
        let identities = try [launch, other].map { launch in
            Set(try spans(launch).values.compactMap { $0["spanId"] as? String })
        }
        #expect(identities[0].count == 7)
        #expect(identities[0].isDisjoint(with: identities[1]))
        for identity in identities.joined() { #expect(identity.count == 16) }
        let otherSpans = try spans(other)
        let trace = try #require(otherSpans["launch shop"]?["traceId"] as? String)
        #expect(trace.count == 32)
    }

    @Test func theServiceIsNamedAsOpenTelemetryNamesOne() throws {
        let text = launch.otlpTraces(resource: [("host.name", "h1")])
        let resource = try list(object(text), "resourceSpans")[0]["resource"] as? Object
        let names = try attributes(#require(resource))
        #expect(names["service.name"] == "shop")
        #expect(names["host.name"] == "h1")
        #expect(names["telemetry.sdk.version"] == "1.2.3")
    }

    @Test func attributesAreThoseOfTheTracingAdapter() throws {
        let spans = try spans(launch)
        let web = try attributes(#require(spans["web"]))
        #expect(web["slipway.queue"] == "main")
        #expect(web["slipway.outcome"] == "failed")
        #expect(web["slipway.wait_us"] == "5000")
        #expect(web["slipway.attempts"] == "1")
    }

    @Test func metricsAreGaugesAndSumsWithTheTimeOfTheLaunch() throws {
        var launch = launch
        launch.report.programs = [
            ProgramStatus(
                name: "web",
                state: .running,
                since: launch.report.processStart,
                restarts: 2
            )
        ]
        let metrics = try list(
            object(launch.otlpMetrics()),
            "resourceMetrics",
            "scopeMetrics",
            "metrics"
        )
        func metric(_ name: String) throws -> Object {
            try #require(metrics.first { $0["name"] as? String == name }, "no \(name)")
        }
        let ready = try metric("slipway.launch.ready")
        #expect(ready["unit"] as? String == "s")
        let gauge = try #require(ready["gauge"] as? Object)
        let points = try list(gauge, "dataPoints")
        let point = try #require(points.first)
        #expect(point["asDouble"] as? Double == 1.25)
        #expect(point["timeUnixNano"] as? String == "1790000001250000000")
        let restarts = try metric("slipway.program.restarts")
        let sum = try #require(restarts["sum"] as? Object)
        #expect(sum["isMonotonic"] as? Bool == true)
        #expect(sum["aggregationTemporality"] as? Int == 2)
        #expect(try list(sum, "dataPoints").first?["asInt"] as? String == "2")
        for metric in metrics {
            let name = MetricName.allCases.first { $0.full == metric["name"] as? String }
            let numbers = try #require((metric["gauge"] ?? metric["sum"]) as? Object)
            for point in try list(numbers, "dataPoints") {
                let labels = try list(point, "attributes").map { $0["key"] as? String }
                #expect(labels == name?.labels.map(\.rawValue), "\(metric["name"] ?? "")")
            }
        }
    }

    @Test func eachAttributeHasANameOfTheList() throws {
        let names = Set(SpanFact.allCases.map(\.full))
        for (span, object) in try spans(launch) where object["attributes"] != nil {
            let own = try attributes(object).keys.filter { $0.hasPrefix("slipway.") }
            #expect(!own.isEmpty, "\(span)")
            #expect(Set(own).subtracting(names) == [], "\(span)")
        }
    }
}

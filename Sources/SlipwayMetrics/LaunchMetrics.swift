public import CoreMetrics
public import Slipway
internal import Synchronization

// This check is in the first file, by name, that imports what the trait brings: the compiler gets
// no further.
#if !Metrics
#error("SlipwayMetrics needs the trait 'Metrics' of the package 'slipway'")
#endif

/// Records a launch as metrics.
///
/// ```swift
/// try await launch.run(reportingTo: [.metrics])
/// ```
///
/// | label | what | dimensions |
/// | --- | --- | --- |
/// | `slipway.launch.start` | timer: process start → launch | `launch` |
/// | `slipway.launch.ready` | timer: process start → ready | `launch` `outcome` |
/// | `slipway.launches` | counter: launches that ended | `launch` `outcome` |
/// | `slipway.operations` | counter: operations that ended | `launch` `operation` `queue` `outcome` |
/// | `slipway.operation.wait` | timer: ready → started | `launch` `operation` `queue` `outcome` |
/// | `slipway.operation.run` | timer: started → ended | `launch` `operation` `queue` `outcome` |
/// | `slipway.operation.retries` | counter: attempts that were followed by another | `launch` `operation` `queue` |
/// | `slipway.operation.stuck` | counter: bodies that did not return when cancelled | `launch` `operation` `queue` |
/// | `slipway.operation.teardown.failures` | counter: teardowns that failed | `launch` `operation` |
/// | `slipway.program.restarts` | counter: restarts of programs | `launch` `program` |
/// | `slipway.actions` | counter: actions that came to a state | `launch` `kind` `state` |
/// | `slipway.actions.waiting` | gauge: actions that wait | `launch` `kind` |
/// | `slipway.action.wait` | timer: accepted → started | `launch` `kind` |
/// | `slipway.action.run` | timer: started → ended | `launch` `kind` `state` |
/// | `slipway.events.lost` | counter: events that this observer was too slow for | `launch` |
///
/// `launch` is the plan's name. `outcome` is one word: of an operation `succeeded`, `degraded`,
/// `failed`, `cancelled` or `skipped`; of the time to ready `ready` or `degraded`; of a launch
/// `stopped` or `failed`. `state` is `waiting`, `running` or a final state. An operation that never
/// started has neither wait nor run; a group counts as an operation. Every timer is in nanoseconds,
/// as always in swift-metrics.
///
/// All values of dimensions are from fixed lists, but for names from the plan, and only the first
/// ``operationLimit`` operations and programs get their own values: identities, reasons and
/// payloads never become dimensions. Where events were lost, their content is taken from the report
/// that replaces them.
public final class LaunchMetrics: LaunchReporter {
    /// The number of operations with their own dimension; all others share `other`.
    public let operationLimit: Int

    private let factory: any MetricsFactory
    private let tally: Mutex<LaunchTally>

    /// Creates an observer for one launch.
    ///
    /// - Parameters:
    ///   - factory: Where metrics go. Default: the present factory of `MetricsSystem`, so bootstrap
    ///     that first.
    ///   - operationLimit: How many operations have their own dimension.
    public init(
        factory: any MetricsFactory = MetricsSystem.factory,
        operationLimit: Int = 1000
    ) {
        self.factory = factory
        self.operationLimit = operationLimit
        tally = Mutex(LaunchTally(operationLimit: operationLimit))
    }

    /// Records an event.
    public func report(_ event: Event) {
        for measurement in tally.withLock({ $0.measure(event) }) { record(measurement) }
    }

    private func record(_ measurement: Measurement) {
        let label = measurement.name.full
        let dimensions = measurement.dimensions.map { ($0.rawValue, $1) }
        switch measurement.value {
        case .time(let duration):
            Timer(label: label, dimensions: dimensions, factory: factory)
                .recordNanoseconds(max(duration, .zero).nanoseconds)
        case .count(let count):
            Counter(label: label, dimensions: dimensions, factory: factory).increment(by: count)
        case .level(let level):
            Gauge(label: label, dimensions: dimensions, factory: factory).record(level)
        }
    }
}

extension LaunchReporter where Self == LaunchMetrics {
    /// Records one launch as metrics with the factory of `MetricsSystem`.
    public static var metrics: LaunchMetrics { LaunchMetrics() }

    /// Records one launch as metrics with a factory.
    public static func metrics(factory: any MetricsFactory) -> LaunchMetrics {
        LaunchMetrics(factory: factory)
    }
}

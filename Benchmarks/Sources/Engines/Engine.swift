package import Slipway

/// A graph as an engine holds it, declared and not yet run.
package protocol Engine {
    /// The engine's work between the last declaration and the run: a check, or reversed edges.
    mutating func prepare() throws

    /// Runs every operation; blocks the calling thread, the process's first, until the engine has
    /// finished all work.
    ///
    /// - Returns: When the graph had run, if that is earlier.
    func run() throws -> Instant?

    /// It may be run again without a new declaration.
    var runsAgain: Bool { get }
}

extension Engine {
    package var runsAgain: Bool { true }
}

/// The engines that are measured.
package enum EngineKind: String, CaseIterable, Sendable {
    /// Slipway with a reporter, `async` bodies.
    case slipwayAsync = "slipway-async"
    /// Slipway with a reporter, synchronous bodies.
    case slipwaySync = "slipway-sync"
    /// Slipway without a reporter, `async` bodies.
    case slipwayAsyncAlone = "slipway-async-alone"
    /// Slipway without a reporter, synchronous bodies.
    case slipwaySyncAlone = "slipway-sync-alone"
    /// A task group whose parent counts in-degrees down.
    case taskGroup = "task-group"
    /// A task for each operation, which awaits those of its dependencies.
    case taskEach = "task-each"
    /// A concurrent Dispatch queue and atomic counters.
    case dispatch
    /// Foundation's.
    case operationQueue = "operation-queue"
    /// C++.
    case taskflow

    /// The title in a table.
    package var title: String {
        switch self {
        case .slipwayAsync: "Slipway, async"
        case .slipwaySync: "Slipway, sync"
        case .slipwayAsyncAlone: "Slipway, async, unobserved"
        case .slipwaySyncAlone: "Slipway, sync, unobserved"
        case .taskGroup: "TaskGroup"
        case .taskEach: "Task each"
        case .dispatch: "Dispatch"
        case .operationQueue: "OperationQueue"
        case .taskflow: "Taskflow, C++"
        }
    }

    /// The engine is Slipway, in any configuration.
    package var isSlipway: Bool { rawValue.hasPrefix("slipway") }

    /// Declares a graph for the engine; `nil` for Foundation's, which has its own program, and for
    /// one that is not in this build.
    var declare: EngineMeasurement.Declare? {
        switch self {
        case .slipwayAsync, .slipwayAsyncAlone:
            { SlipwayEngine(asynchronous: $0, $1, width: $2, isObserved: self == .slipwayAsync) }
        case .slipwaySync, .slipwaySyncAlone:
            { SlipwayEngine(synchronous: $0, $1, width: $2, isObserved: self == .slipwaySync) }
        case .taskGroup: { shape, work, _ in TaskGroupEngine(shape, work) }
        case .taskEach: { shape, work, _ in TaskEachEngine(shape, work) }
        case .dispatch: { shape, work, _ in DispatchEngine(shape, work) }
        case .operationQueue: nil
        case .taskflow:
            TaskflowEngine.isThere ? { shape, work, _ in TaskflowEngine(shape, work) } : nil
        }
    }

    /// The engines in this build.
    package static var there: [EngineKind] {
        allCases.filter { $0 != .taskflow || TaskflowEngine.isThere }
    }
}

internal import Engines

/// A measurement in its own process.
enum Measurement {
    /// Runs the measurement that the arguments name.
    static func take(_ arguments: [String]) throws -> Figures {
        switch arguments.first {
        case "hop": HopMeasurement.take()
        case "check": try CheckMeasurement.take(arguments.count > 1 && arguments[1] == "reversed")
        case "breakdown": BreakdownMeasurement.take()
        default: try EngineMeasurement(arguments).take()
        }
    }
}

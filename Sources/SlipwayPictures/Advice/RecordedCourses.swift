package import Slipway

/// The courses of operations for the simulation of another plan: those of one launch, or the median times
/// of several.
package struct RecordedCourses: Sendable {
    /// The median of the times from the process's start to the launch's.
    package let beforeLaunch: Duration
    private var courses: [String: SimulatedCourse]
    private let otherwise: SimulatedCourse

    /// Reads launches.
    ///
    /// The courses of a single launch have each attempt as it was. Of several launches, an
    /// operation takes the median time of the attempts that succeeded, and is not needed if in most
    /// launches it was not.
    ///
    /// - Parameters:
    ///   - reports: The launches.
    ///   - time: How long an attempt of every other operation takes.
    package init(_ reports: [Report], otherwise time: Duration) {
        otherwise = SimulatedCourse(time, .succeeds)
        let schedules = reports.map { RecordedSchedule($0) }
        beforeLaunch = Self.median(schedules.map(\.beforeLaunch)) ?? .zero
        var found: [String: [SimulatedCourse]] = [:]
        for (report, schedule) in zip(reports, schedules) {
            for (operation, step) in zip(report.operations, schedule.steps) {
                guard var course = Self.course(step, operation) else { continue }
                // A launch that took no fallback does not say that the plan's fallback would give
                // no value.
                if course.fallback == nil { course.fallback = FallbackUse(source: "simulated") }
                found[operation.name, default: []].append(course)
            }
        }
        courses = found.mapValues { $0.count == 1 && reports.count == 1 ? $0[0] : Self.median($0) }
    }

    /// Sets how long an attempt of an operation takes.
    package mutating func set(_ duration: Duration, of name: String) {
        courses[name] = SimulatedCourse(duration, .succeeds)
    }

    /// The course of the operation of that name.
    package func course(_ name: String) -> SimulatedCourse { courses[name] ?? otherwise }

    /// The course of an operation that ran or was not needed; an attempt that was cancelled takes
    /// the time until then.
    private static func course(
        _ step: RecordedSchedule.Step,
        _ operation: OperationStatus
    ) -> SimulatedCourse? {
        var course = step.course
        for number in course.attempts.indices where course.attempts[number].duration == nil {
            course.attempts[number].duration = max(.zero, operation.run ?? .zero)
        }
        if !course.attempts.isEmpty || !course.conditionHolds { return course }
        return operation.isGroup && operation.startedAt != nil ? course : nil
    }

    private static func median(_ courses: [SimulatedCourse]) -> SimulatedCourse {
        let needed = courses.filter(\.conditionHolds)
        guard needed.count * 2 >= courses.count else {
            return courses.first { !$0.conditionHolds } ?? courses[0]
        }
        let times = needed.flatMap(\.attempts).filter { $0.failure == nil }.compactMap(\.duration)
        let all = needed.flatMap(\.attempts).compactMap(\.duration)
        var course = SimulatedCourse(median(times) ?? median(all) ?? .zero, .succeeds)
        course.conditionTime = median(needed.map(\.conditionTime)) ?? .zero
        return course
    }

    private static func median(_ times: [Duration]) -> Duration? {
        times.isEmpty ? nil : times.sorted()[(times.count - 1) / 2]
    }
}

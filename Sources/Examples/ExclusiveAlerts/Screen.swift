/// A screen with room for one alert.
///
/// If the launch has the process's first thread, `@MainActor` code runs on its main queue.
@MainActor enum Screen {
    private static var alert: String?

    static func open() {
        print("window")
    }

    static func show(_ question: String) {
        precondition(alert == nil, "two alerts at the same time")
        alert = question
        print("show: \(question)")
    }

    static func close(_ question: String) {
        alert = nil
        print("close: \(question)")
    }

    static func layOut(_ number: Int) {
        print("layout \(number)")
    }
}

/// Reads the question, and says yes.
enum User {
    static func answer(_ question: String) async throws -> Bool {
        try await Task.sleep(for: .milliseconds(100))
        return true
    }
}

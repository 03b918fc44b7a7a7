import Slipway

/// Calls a function as soon as an operation has started.
struct WhenStarted: LaunchReporter {
    let name: String
    let perform: @Sendable () -> Void

    init(_ name: String, perform: @escaping @Sendable () -> Void) {
        self.name = name
        self.perform = perform
    }

    func report(_ event: Event) {
        if case .operationStarted(let operation) = event.kind, operation.name == name { perform() }
    }
}

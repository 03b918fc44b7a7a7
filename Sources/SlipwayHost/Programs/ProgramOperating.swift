package import Slipway
package import SlipwayControl

/// Starts and ends the programs of a service for operators.
package protocol ProgramOperating: Sendable {
    /// Starts or ends a program.
    ///
    /// - Parameters:
    ///   - request: What to do.
    ///   - name: The program.
    ///   - isKnown: Called at once if there is such a program.
    ///   - completion: Called once it runs or has ended, or with why not.
    func operate(
        _ request: ProgramRequest,
        _ name: String,
        isKnown: @escaping @Sendable () -> Void,
        completion: @escaping @Sendable (Result<ProgramStatus, LaunchRefusal>) -> Void
    )
}

/// What an operator may want of a program.
package enum ProgramRequest: Hashable, Sendable {
    case start
    case stop
    case restart

    /// The request as a deed: `started`.
    var word: String {
        switch self {
        case .start: "started"
        case .stop: "stopped"
        case .restart: "restarted"
        }
    }
}

package import Slipway
package import SlipwayInterface

/// Starts and ends the programs of a service for operators, and tells what they use.
package protocol ProgramOperating: Sendable {
    /// Starts or ends a program.
    ///
    /// - Parameters:
    ///   - request: What to do.
    ///   - name: The program.
    ///   - uid: The operator's user.
    ///   - completion: Called once it runs or has ended, or with why not.
    func operate(
        _ request: ProgramRequest,
        _ name: String,
        by uid: UInt32,
        completion: @escaping @Sendable (Result<ProgramStatus, LaunchRefusal>) -> Void
    )

    /// Finds out what each program takes that is counted on its own, by name; `completion` may be called
    /// on any thread.
    func uses(_ completion: @escaping @Sendable ([String: ResourceUse]) -> Void)

    /// Finds out what each program takes that has processes, by name, with a look at all processes of the
    /// machine for those that are not counted; `completion` may be called on any thread.
    func findUses(_ completion: @escaping @Sendable ([String: ResourceUse]) -> Void)
}

extension ProgramOperating {
    /// Programs with what each takes that is counted.
    func measure(
        _ programs: [ProgramStatus],
        _ completion: @escaping @Sendable ([ProgramStatus]) -> Void
    ) {
        guard !programs.isEmpty else { return completion(programs) }
        uses { completion(programs.using($0)) }
    }
}

package typealias ProgramRequest = Supervisor.Request

extension Supervisor.Request {
    /// The words for the deed and its result; `nil` if nothing was done.
    func deed(_ name: String, _ result: Result<ProgramStatus, LaunchRefusal>) -> String? {
        switch result {
        case .success: "\(past) program '\(name)'"
        case .failure(.programFailed(_, let reason)):
            "asked to \(word) program '\(name)', which \(reason)"
        case .failure: nil
        }
    }

    private var past: String {
        switch self {
        case .start: "started"
        case .stop: "stopped"
        case .restart: "restarted"
        }
    }

    private var word: String {
        switch self {
        case .start: "start"
        case .stop: "stop"
        case .restart: "restart"
        }
    }
}

extension [ProgramStatus] {
    /// The same programs with what each takes, by its name.
    func using(_ uses: [String: ResourceUse]) -> [ProgramStatus] {
        map { program in
            var program = program
            program.use = uses[program.name]
            return program
        }
    }
}

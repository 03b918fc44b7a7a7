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
    /// - Returns: The program, once it runs or has ended, or why not.
    nonisolated(nonsending) func operate(
        _ request: ProgramRequest,
        _ name: String,
        by uid: UInt32
    ) async -> Result<ProgramStatus, LaunchRefusal>

    /// What each program takes that is counted on its own, by name.
    nonisolated(nonsending) func uses() async -> [String: ResourceUse]

    /// Finds out what each program takes that has processes, by name, with a look at all processes of the
    /// machine for those that are not counted.
    nonisolated(nonsending) func findUses() async -> [String: ResourceUse]
}

extension ProgramOperating {
    /// Programs with what each takes that is counted.
    nonisolated(nonsending) func measure(_ programs: [ProgramStatus]) async -> [ProgramStatus] {
        programs.isEmpty ? programs : programs.using(await uses())
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

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

    /// The resources that each program takes, by name; of programs that are counted on their own.
    nonisolated(nonsending) func uses() async -> [String: ResourceUse]

    /// Finds out the resources that each program with processes takes, by name; looks at all
    /// processes of the machine for programs that are not counted.
    nonisolated(nonsending) func findUses() async -> [String: ResourceUse]
}

extension ProgramOperating {
    /// The programs, each with the resources that are counted for it.
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
            "asked to \(word) program '\(name)', but it \(reason)"
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
    /// The programs, each with the resources that are named after it.
    func using(_ uses: [String: ResourceUse]) -> [ProgramStatus] {
        map { program in
            var program = program
            program.use = uses[program.name]
            return program
        }
    }
}

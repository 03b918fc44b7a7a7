internal import CSlipwayProcess
internal import Glibc
internal import SlipwaySystem

/// Starts a program in its own session.
enum Spawn {
    /// A process that was just started.
    struct Started {
        let pid: pid_t
        /// A descriptor that is readable once the process has ended; the caller closes it.
        ///
        /// `nil` before Linux 5.2.
        let pidfd: Int32?
    }

    /// Why no process was started.
    struct Failure: Error {
        let step: slipway_step
        let reason: ErrorNumber
    }

    /// Starts a program; blocks until it runs.
    ///
    /// A start takes some hundred microseconds, or as long as the file system of the program or the
    /// directory is silent.
    ///
    /// - Parameters:
    ///   - command: What to run.
    ///   - mark: What it and its processes are known by.
    ///   - group: The control group that it begins in; `nil` for this process's own.
    ///   - descriptors: Become its descriptors 0, 1, 2, …; it gets no others.
    /// - Returns: The process; the caller must reap it.
    /// - Throws: ``Failure``: no process was started.
    static func start(
        _ command: ChildCommand,
        _ mark: TreeMark?,
        in group: ControlGroup? = nil,
        descriptors: [Int32]
    ) throws(Failure) -> Started {
        let folder = try group.map { (group) throws(Failure) in try Self.folder(of: group) } ?? -1
        defer { if folder >= 0 { close(folder) } }
        let programs = CStrings(Self.candidates(command).map { Array($0.utf8) })
        let arguments = CStrings(([command.program] + command.arguments).map { Array($0.utf8) })
        let environment = CStrings(command.assignments)
        let settings = command.settings
        // The last limit of a resource counts, and the mark limits nothing.
        let limits =
            [DescriptorLimit.ofChildren].compactMap(\.self) + settings.limits.map(\.ofKernel)
            + [mark?.limit].compactMap(\.self)
        var started = slipway_started()
        let error = programs.withPointers { programs in
            arguments.withPointers { arguments in
                environment.withPointers { environment in
                    withDirectory(command.directory) { directory in
                        descriptors.withUnsafeBufferPointer { descriptors in
                            limits.withUnsafeBufferPointer { limits in
                                settings.user.withPointer { user in
                                    guard let base = descriptors.baseAddress else { return EBADF }
                                    var child = slipway_child(
                                        programs: programs,
                                        arguments: arguments,
                                        environment: environment,
                                        directory: directory,
                                        descriptors: base,
                                        descriptor_count: Int32(descriptors.count),
                                        limits: limits.baseAddress,
                                        limit_count: Int32(limits.count),
                                        listen_pid: command.sockets.isEmpty
                                            ? nil
                                            : environment[0]?.advanced(by: listenPID.utf8.count),
                                        user: user,
                                        umask: settings.umask.map { Int32($0) } ?? -1,
                                        has_nice: settings.nice != nil,
                                        has_oom_score_adjust: settings.oomScoreAdjust != nil,
                                        nice: settings.nice ?? 0,
                                        oom_score_adjust: settings.oomScoreAdjust ?? 0,
                                        no_new_privileges: settings.hasNoNewPrivileges,
                                        group: folder
                                    )
                                    return slipway_start_child(&child, &started)
                                }
                            }
                        }
                    }
                }
            }
        }
        guard error == 0 else { throw Failure(step: started.step, reason: ErrorNumber(error)) }
        return Started(pid: started.pid, pidfd: started.pidfd >= 0 ? started.pidfd : nil)
    }

    private static func folder(of group: ControlGroup) throws(Failure) -> Int32 {
        let folder = open(group.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else {
            throw Failure(step: SLIPWAY_STEP_CONTROL_GROUP, reason: .current)
        }
        return folder
    }

    /// The possible paths of a program; relative folders in PATH are ignored.
    private static func candidates(_ command: ChildCommand) -> [String] {
        guard !command.program.utf8.contains(UInt8(ascii: "/")) else { return [command.program] }
        return foldersOfPrograms(command.environment["PATH"]).map { "\($0)/\(command.program)" }
    }

    private static func withDirectory(
        _ directory: String?,
        _ body: (UnsafePointer<CChar>?) -> Int32
    ) -> Int32 {
        guard let directory else { return body(nil) }
        return directory.withCString(body)
    }
}

private let listenPID = "LISTEN_PID="

extension ChildCommand {
    /// The variables of the child; LISTEN_PID comes first, with room for its number.
    fileprivate var assignments: [[UInt8]] {
        let raw = rawEnvironment.filter { entry in
            let name = String(decoding: entry.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
            return environment[name] == nil
        }
        return textAssignments.map { Array($0.utf8) } + raw
    }

    private var textAssignments: [String] {
        guard !sockets.isEmpty else { return environment.map { "\($0)=\($1)" } }
        // Only these variables are of sd_listen_fds(3): LISTEN_ADDR and the like are the program's
        // own.
        let own: Set = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PIDFDID"]
        let others = environment.filter { !own.contains($0.key) }
        let names = sockets.map(\.name).joined(separator: ":")
        return ["\(listenPID)0000000000", "LISTEN_FDS=\(sockets.count)", "LISTEN_FDNAMES=\(names)"]
            + others.map { "\($0)=\($1)" }
    }
}

extension ChildSettings.Limit {
    fileprivate var ofKernel: slipway_limit {
        slipway_limit(resource: resource, soft: soft, hard: hard)
    }
}

extension ChildSettings.User? {
    fileprivate func withPointer(_ body: (UnsafePointer<slipway_user>?) -> Int32) -> Int32 {
        guard let self else { return body(nil) }
        return self.groups.withUnsafeBufferPointer { groups in
            var user = slipway_user(
                user: self.user,
                group: self.group,
                groups: groups.baseAddress,
                group_count: Int32(groups.count)
            )
            return body(&user)
        }
    }
}

extension Spawn.Failure {
    /// Why `command` does not run, in words.
    func failure(of command: ChildCommand) -> ChildFailure {
        switch step {
        case SLIPWAY_STEP_DIRECTORY: .noDirectory("\(reason)")
        case SLIPWAY_STEP_PROGRAM where [ENOENT, EACCES, ENOTDIR].contains(reason.rawValue):
            .notStarted(reasonNotRunnable(command.program, path: command.environment["PATH"]))
        case SLIPWAY_STEP_PROGRAM where reason.rawValue == ENOEXEC:
            .notStarted(
                "\(reason); \(formatFault(command.program, path: command.environment["PATH"]))"
            )
        default: .notStarted("\(words)\(reason)", isShortage: reason.isShortage)
        }
    }

    /// The step that failed, before the reason.
    private var words: String {
        switch step {
        case SLIPWAY_STEP_CONTROL_GROUP: "cannot enter its control group: "
        case SLIPWAY_STEP_LIMITS: "cannot set its limits: "
        case SLIPWAY_STEP_NICE: "cannot set its 'nice': "
        case SLIPWAY_STEP_OOM_SCORE_ADJUST: "cannot set its 'oomScoreAdjust': "
        case SLIPWAY_STEP_USER: "cannot become its user: "
        default: ""
        }
    }
}

/// A C array of strings, in one piece of memory.
private struct CStrings {
    private var bytes: [CChar] = []
    private var offsets: [Int] = []

    init(_ strings: [[UInt8]]) {
        for string in strings {
            offsets.append(bytes.count)
            bytes.append(contentsOf: string.map { CChar(bitPattern: $0) })
            bytes.append(0)
        }
        // Ensures a base address.
        bytes.append(0)
    }

    func withPointers<Result>(
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var bytes = bytes
        return bytes.withUnsafeMutableBufferPointer { bytes in
            var pointers = offsets.map { offset -> UnsafeMutablePointer<CChar>? in
                bytes.baseAddress.map { $0 + offset }
            }
            pointers.append(nil)
            return pointers.withUnsafeMutableBufferPointer { pointers in
                // Not empty: it ends with a null pointer.
                body(UnsafePointer(pointers.baseAddress.unsafelyUnwrapped))
            }
        }
    }
}

internal import Glibc
internal import Slipway
internal import SlipwaySystem

extension ChildCommand {
    /// Why a start of the command would fail, as far as that is seen without one; `nil` if it may
    /// succeed.
    ///
    /// Asked before a running program is ended for another start. Blocks while a file system does.
    /// The user, the limits and the sockets were found when the operation ran, and are not looked
    /// up again.
    var obstacle: String? {
        let command: ChildCommand
        do throws(ChildFailure) {
            command = try withVariablesOfFiles()
        } catch .notStarted(let reason, _) {
            return reason
        } catch {
            return error.reason
        }
        return command.fault ?? command.obstacleOfProgram ?? command.obstacleOfDirectory
    }

    private var obstacleOfProgram: String? {
        let path = environment["PATH"]
        let isPath = program.utf8.contains(UInt8(ascii: "/"))
        let places = isPath ? [program] : foldersOfPrograms(path).map { "\($0)/\(program)" }
        guard let place = places.first(where: isExecutable) else {
            return reasonNotRunnable(program, path: path)
        }
        if let fault = ProgramFile(path: place)?.missingInterpreter { return fault.printable }
        return user?.obstacle(to: place, for: .execute)?.printable
    }

    private func isExecutable(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return isOfAnother && errno == EACCES }
        return status.st_mode & S_IFMT == S_IFREG
            && (isOfAnother ? status.st_mode & 0o111 != 0 : access(path, X_OK) == 0)
    }

    private var obstacleOfDirectory: String? {
        guard let directory else { return nil }
        let name = "cannot enter directory '\(directory.printable)'"
        var status = stat()
        guard stat(directory, &status) == 0 else {
            return isOfAnother && errno == EACCES ? nil : "\(name): \(ErrorNumber.current)"
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { return "\(name): \(ErrorNumber(ENOTDIR))" }
        guard isOfAnother || access(directory, X_OK) == 0 else {
            return "\(name): \(ErrorNumber.current)"
        }
        return user?.obstacle(to: directory, for: .execute).map { "\(name): \($0.printable)" }
    }

    /// The child runs as another user, who may be let in where this process is not, as on NFS.
    private var isOfAnother: Bool { settings.user != nil }

    /// The child's user; `nil` for this process's own.
    private var user: FileUser? {
        settings.user.map { FileUser(user: $0.user, groups: Set($0.groups + [$0.group])) }
    }
}

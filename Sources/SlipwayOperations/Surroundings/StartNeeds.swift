internal import Glibc
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwaySystem

/// The parts of the machine that the start of one command needs; all of it blocks while a file system or a user
/// server does.
///
/// The program itself is looked for by ``Configuration/missingPrograms(in:withoutValue:of:isProgram:)``.
struct StartNeeds {
    /// The process that looks.
    enum Looker {
        /// The service itself: what it may not do is a fault.
        case service
        /// Another process, whose rights say nothing of those of the service.
        case other
    }

    private let exec: ExecSpecification
    private let values: TemplateValues
    private let looker: Looker

    /// - Parameters:
    ///   - exec: The command.
    ///   - values: What its texts are filled in from; what cannot be filled in yet is not looked at.
    ///   - looker: The process that looks.
    init(_ exec: ExecSpecification, _ values: TemplateValues, by looker: Looker) {
        self.exec = exec
        self.values = values
        self.looker = looker
    }

    /// Everything that would make a start fail, each with its key.
    var faults: [(key: String, reason: String)] {
        var faults = exec.environmentFiles.compactMap { file in
            fault(of: file).map { ("environmentFiles", $0) }
        }
        var user: FileUser?
        do throws(ProcessAccount.Failure) {
            user = try exec.settings.findAccount()?.files
        } catch {
            faults.append((error.key, looker == .service ? error.reason : "\(error.reason) here"))
        }
        if let program = path(exec.command.first), program.hasPrefix("/"),
            let obstacle = user?.obstacle(to: program, for: .execute)
        {
            faults.append(("command", Quoting.shown(obstacle, limit: 300)))
        }
        if let reason = faultOfDirectory(for: user) { faults.append(("directory", reason)) }
        faults += folders.compactMap { fault(ofFolder: $0) }.map { ("directories", $0) }
        return faults
    }

    private func path(_ template: Template?) -> String? { try? template?.render(values) }

    /// The folders that are made before the command starts.
    private var folders: [String] { exec.settings.folders.compactMap { path($0.path) } }

    private func fault(of file: ExecSpecification.EnvironmentFile) -> String? {
        guard let path = path(file.path) else { return nil }
        let file = VariablesFile(path: path, isOptional: file.isOptional)
        do throws(VariablesFile.Failure) {
            _ = try file.variables()
            return nil
        } catch .notRead(ErrorNumber(EACCES)) where looker == .other {
            return
                "environment file \(Quoting.quoted(path)) is not looked at: this user may not read it"
        } catch {
            return Quoting.shown(file.words(error), limit: 300)
        }
    }

    private func faultOfDirectory(for user: FileUser?) -> String? {
        guard let directory = path(exec.directory),
            !folders.contains(where: { "\(directory)/".hasPrefix("\($0)/") })
        else { return nil }
        let words = "cannot enter directory \(Quoting.quoted(directory))"
        // Another user may be let in where this process is not, as on NFS.
        let isJudged = looker == .service && user == nil
        var status = stat()
        guard stat(directory, &status) == 0 else {
            let error = ErrorNumber.current
            return !isJudged && error.rawValue == EACCES ? nil : "\(words): \(error)"
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { return "\(words): \(ErrorNumber(ENOTDIR))" }
        guard !isJudged || access(directory, X_OK) == 0 else {
            return "\(words): \(ErrorNumber.current)"
        }
        return user?.obstacle(to: directory, for: .execute)
            .map { "\(words): \(Quoting.shown($0, limit: 300))" }
    }

    /// Why one of ``folders`` cannot be made, or used.
    private func fault(ofFolder path: String) -> String? {
        let words = "cannot make directory \(Quoting.quoted(path))"
        var status = stat()
        if stat(path, &status) == 0 {
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            return isFolder ? nil : "\(words): something else is there"
        }
        guard errno == ENOENT || errno == ENOTDIR else { return nil }
        var above = path[...]
        repeat {
            above = above[..<(above.lastIndex(of: "/") ?? above.startIndex)]
        } while !above.isEmpty && stat(String(above), &status) != 0
        let parent = above.isEmpty ? "/" : String(above)
        guard stat(parent, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return "\(words): \(Quoting.quoted(parent)) is no directory"
        }
        guard looker == .service, access(parent, W_OK | X_OK) != 0 else { return nil }
        return "\(words): in \(Quoting.quoted(parent)): \(ErrorNumber.current)"
    }
}

internal import Slipway
internal import SlipwaySystem

/// The variables that the files of a program had at its starts.
///
/// A start that nobody asked for may come long after a file was changed for the worse: the program
/// then has what the file had when it worked last, and does not fail.
struct FileVariables {
    private typealias Contents = [VariablesFile: [String: String]]

    /// The variables of the present start.
    private var read: Contents = [:]
    /// The variables of the last start after which the program was ready.
    private var kept: Contents = [:]

    /// Fills in the variables of a command's files; blocks as long as their file system is silent, as the start
    /// of a program does anyway.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - isRestored: The program comes back as it was: the variables of its last start count more
    ///     than what the files have now.
    /// - Returns: The command, which names no file any more, and a sentence for each file at fault of which
    ///   the earlier content counts.
    /// - Throws: A file is at fault, and the variables of no earlier start are known.
    mutating func fill(
        _ command: ChildCommand,
        isRestored: Bool
    ) throws(ChildFailure) -> (command: ChildCommand, remarks: [String]) {
        read = [:]
        var remarks: [String] = []
        for file in command.variablesFiles {
            let earlier = kept[file]
            if isRestored, let earlier {
                read[file] = earlier
                continue
            }
            do throws(VariablesFile.Failure) {
                read[file] = try file.variables()
            } catch {
                guard let earlier else { throw ChildFailure(file, error) }
                read[file] = earlier
                remarks.append(
                    "\(file.words(error).printable); it is started with what the file had at its last start"
                )
            }
        }
        return (command.with(read), remarks)
    }

    /// The program is ready: what it was started with works.
    mutating func keep() { kept = read }
}

extension ChildCommand {
    /// The command with the variables of its files; blocks as ``FileVariables`` does.
    func withVariablesOfFiles() throws(ChildFailure) -> ChildCommand {
        var files = FileVariables()
        return try files.fill(self, isRestored: false).command
    }

    fileprivate func with(_ contents: [VariablesFile: [String: String]]) -> ChildCommand {
        var command = self
        for file in variablesFiles {
            let variables = (contents[file] ?? [:]).filter { !ownVariables.contains($0.key) }
            command.environment.merge(variables) { $1 }
        }
        command.variablesFiles = []
        return command
    }
}

extension ChildFailure {
    fileprivate init(_ file: VariablesFile, _ failure: VariablesFile.Failure) {
        let isShortage = if case .notRead(let number) = failure { number.isShortage } else { false }
        self = .notStarted(file.words(failure).printable, isShortage: isShortage)
    }
}

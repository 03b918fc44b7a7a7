internal import SlipwayJSON

/// Key `exec`: runs a program, without a shell.
package struct ExecSpecification: Body {
    /// The use of standard output.
    package enum Output: String, Hashable, Sendable, CaseIterable {
        /// The output goes to the daemon's own; the value is null.
        case none
        /// A JSON document, which is the value.
        case json
        /// UTF-8 text without its final newline.
        case text
        /// An array of lines.
        case lines
    }

    /// A file with variables, as `EnvironmentFile=` of a unit has them.
    package struct EnvironmentFile: Hashable, Sendable {
        /// An absolute path.
        package var path: Template
        /// The file may be missing.
        package var isOptional: Bool

        /// Names a file.
        package init(path: Template, isOptional: Bool) {
            self.path = path
            self.isOptional = isOptional
        }
    }

    /// The program (an absolute path, or a name looked up in PATH) and its arguments; not empty.
    package var command: [Template]
    /// Variables added to the daemon's environment.
    package var environment: [String: Template]
    /// Files whose variables count more than the daemon's, and less than ``environment``.
    package var environmentFiles: [EnvironmentFile] = []
    /// `nil`: the daemon's.
    package var directory: Template?
    /// `nil`: standard input is empty.
    package var stdin: Template?
    package var output: Output
    /// The most bytes of the value; `nil`: as many as any body may answer.
    package var outputLimit: Int?
    /// `nil`: the program has done its work when it exits.
    package var ready: ProgramSpecification.Ready?
    package var settings = ProcessSettings()
    /// Key `success` of the operation: the exit statuses that are a success.
    package var success: Set<Int32>

    /// Creates a specification.
    package init(
        command: [Template],
        environment: [String: Template] = [:],
        directory: Template? = nil,
        stdin: Template? = nil,
        output: Output = .none,
        ready: ProgramSpecification.Ready? = nil,
        success: Set<Int32> = [0]
    ) {
        self.command = command
        self.environment = environment
        self.directory = directory
        self.stdin = stdin
        self.output = output
        self.ready = ready
        self.success = success
    }

    package var templates: [Template] {
        command + Array(environment.values) + environmentFiles.map(\.path)
            + [directory, stdin].compactMap(\.self) + settings.folders.map(\.path)
    }
    package var textsWithoutNUL: [Template] { templates }
    package var givesValue: Bool { output != .none }
}

/// The owner of an `exec`.
enum ExecPlace {
    case operation, action, stop, health, lastStep
}

extension ExecSpecification: Mapping {
    static var about: MappingText {
        MappingText(
            name: "exec",
            title: "exec",
            summary: "Runs a program, without a shell: a list, or a mapping with `command`.",
            manual: """
                A list alone is the `command`: `exec: [/usr/bin/undo, --all]`. With `ready` the program stays: see
                [Programs](#programs).
                """,
            renamed: ["input": "stdin"],
            foreign: .ofExec
        )
    }

    /// Reads the keys; a faulty command is empty in the result.
    static func read(_ keys: inout Keys) -> ExecSpecification? {
        let command = keys.field("command", .command, .required)
            .means(
                "The program (an absolute path, or a name looked up in `PATH`; never from a payload "
                    + "or a value) and its arguments, one argument an item. May hold "
                    + "`${operations.NAME.value.KEY}`, `${payload.NAME}`, `${env.NAME}`, "
                    + "`${launch.id}`, `${action.id}`, `${action.attempt}` and `${action.key}`; "
                    + "`$$` is a dollar sign.",
                example: "[/usr/bin/curl, --silent, \"${env.URL}\"]"
            )
        var exec = ExecSpecification(command: [])
        let environment = exec.readSurroundings(&keys)
        exec.readOutput(&keys)
        if let environment { exec.environment = keys.decoder.environment(environment) }
        exec.settings = ProcessSettings.read(&keys)
        guard let command else {
            keys.report("has no command; add command: [/usr/bin/program, argument]")
            return exec
        }
        guard let words = keys.decoder.command(command) else { return exec }
        exec.command = words
        if let path = exec.environment["PATH"], let environment {
            keys.decoder.check(path, searchedFor: words[0], environment)
        }
        return exec
    }

    /// Declares `environment`, `environmentFiles`, `directory` and `stdin`.
    ///
    /// - Returns: Key `environment`.
    private mutating func readSurroundings(_ keys: inout Keys) -> Field? {
        let environment = keys.field("environment", .environment, usual: "none")
            .means(
                "Variables added to the daemon's environment. `PATH` never comes from a payload or "
                    + "a value where the program is looked up in it.",
                example: "{ LANG: C.UTF-8 }"
            )
        keys.read(
            "environmentFiles",
            &environmentFiles,
            .environmentFiles,
            usual: "none"
        )
        .means(
            "Files with variables as `EnvironmentFile=` of a unit takes them: `NAME=value` lines with "
                + "quotes, comments and lines that go on. They are read each time the program starts, and "
                + "may have 1 MiB each. A file counts more than the daemon's environment and earlier "
                + "files, `environment` more than all. `-` before the path says that it may be missing. "
                + "A line that is none of these is an error, but a program that ends by itself is started again with what "
                + "the file had when it was last ready. Never from a payload or a value.",
            example: "[/etc/shop/shop.env, -/etc/shop/local.env]"
        )
        keys.read("directory", &directory, .absolutePath, usual: "the daemon's")
            .means("The working directory.", example: "/srv/shop")
        keys.read("stdin", &stdin, .template(in: .text), usual: "none")
            .means("Text for standard input.", example: "\"${credential.api-token}\"")
        return environment
    }

    /// Declares `output` and `ready`.
    private mutating func readOutput(_ keys: inout Keys) {
        let output = keys.field("output", .words(Output.allCases.map(\.rawValue)), usual: "`none`")
            .means(
                "What becomes of standard output. `none`: it goes where the daemon's own goes. "
                    + "`json`: one document, the value. `text`: the value, without the final "
                    + "newline. `lines`: a list of lines, the value.",
                example: "json"
            )
        if let output = output.flatMap({ keys.decoder.choice($0, Output.self) }) {
            self.output = output
        }
        let ready = keys.field("ready", .ready, usual: "`exit`")
            .means(
                "When the program has done what its operation waits for. `exit`: when it has "
                    + "exited. Otherwise it is a program that stays, and part of the service from "
                    + "then on. `started`: when it was executed. `notify`: when it says so with "
                    + "sd_notify(3), on a private socket; any of its own processes may say it, no "
                    + "other. `socket:PATH`: when one of its processes accepts a connection at the "
                    + "Unix socket at the absolute path; slipwayd connects once and closes the connection without "
                    + "a byte, which a program may log, or count as its one client. A [mapping](#readiness) "
                    + "has a sign for programs that say nothing themselves.",
                example: "notify",
                limits: "Of operations only: actions, `stop` and checks run a program to its end."
            )
        if let ready { self.ready = keys.decoder.ready(ready, besides: output) }
        keys.constrain([
            "if": ["required": ["ready"], "properties": ["ready": ["not": ["const": "exit"]]]],
            "then": ["properties": ["output": ["const": "none"]]],
        ])
    }
}

extension Kind where Value == ExecSpecification {
    /// A list, or a mapping with `command`.
    static func exec(_ place: ExecPlace) -> Kind {
        Kind(place == .operation ? .exec : .completeExec) { decoder, field in
            let around = decoder.execPlace
            decoder.execPlace = place
            defer { decoder.execPlace = around }
            guard !field.isMapping else { return decoder.mapping(field) }
            var exec = ExecSpecification(command: decoder.command(field) ?? [])
            exec.settings.takeAccount(of: decoder.defaults)
            return exec
        }
    }
}

extension Kind where Value == [ExecSpecification.EnvironmentFile] {
    fileprivate static var environmentFiles: Kind {
        Kind(.environmentFiles) { decoder, field in
            let expected = "a list of files, such as [/etc/shop/shop.env]"
            return decoder.list(field, expected: expected)?.compactMap {
                decoder.environmentFile($0)
            }
        }
    }
}

extension KeyType {
    fileprivate static var environmentFiles: KeyType {
        let file = KeyType(
            absolutePath.words,
            ["type": "string", "pattern": "^-?(/|\\$\\{)", "$ref": "#/$defs/withoutValues"],
            of: [withoutValues]
        )
        return .list("[absolute paths](#values-in-texts), `-` before them", of: file)
    }

    fileprivate static var command: KeyType {
        named(
            "command",
            "list of [texts](#values-in-texts)",
            [
                "type": "array",
                "minItems": 1,
                "prefixItems": [
                    ["pattern": "^(/|[^/$]+$|[^/$]*\\$)", "$ref": "#/$defs/withoutValues"]
                ],
                "allOf": [["items": shownText.json]],
            ],
            of: [shownText, withoutValues]
        )
    }

    fileprivate static var environment: KeyType {
        let name = KeyType("name of a variable", ["pattern": .string(Naming.variablePattern)])
        return .names("mapping of [texts](#values-in-texts)", name, of: .text)
    }

    fileprivate static var ready: KeyType {
        let word = KeyType(
            "`exit`, `started`, `notify`, `socket:PATH`",
            [
                "type": "string",
                "pattern": "^(exit|started|notify|socket:(/|\\$\\{).*)$",
                "$ref": "#/$defs/withoutValues",
            ],
            of: [withoutValues]
        )
        let mapping = mapping(ProgramSpecification.Ready.self)
        return either("\(word.words) or \(mapping.words)", [word, mapping])
    }

    /// A program that may stay.
    static var exec: KeyType {
        let mapping = mapping(ExecSpecification.self)
        return named(
            "execBody",
            "\(command.words), or \(mapping.words)",
            ["oneOf": [command.json, mapping.json]],
            of: [command, mapping]
        )
    }

    /// A program that runs to its end.
    static var completeExec: KeyType {
        let exec = exec
        return named(
            "completeExecBody",
            exec.words,
            ["$ref": "#/$defs/execBody", "properties": ["ready": false]],
            of: [exec]
        )
    }
}

internal import ArgumentParser
internal import SlipwaySystem

/// `slipway init` writes a configuration to start from.
struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommand: "init",
        abstract: "Write a configuration to start from, or one made of a unit of systemd.",
        discussion: """
            A new one has a step, a program and an action, with a comment at each. '--from-unit' reads the \
            files of a unit, with its drop-ins, or a file by its path, and asks no systemd. Its commands \
            become steps that require each other in their order, and a program. What has no counterpart \
            stands in comments at its place: read them.

            A file that is there is not touched. Without FILE it is printed.
            """
    )

    @Argument(help: "The file that is made.", completion: .file(extensions: ["yaml", "yml"]))
    var file: String?

    @Option(
        help: ArgumentHelp(
            "A unit, such as nginx or web@blue.service, or a file, such as ./web.service.",
            valueName: "unit"
        ),
        completion: .file(extensions: ["service"])
    )
    var fromUnit: String?

    func validate() throws {
        try Validation.checkFilled("FILE", file, "give a path")
        try Validation.checkFilled("--from-unit", fromUnit, "name a unit")
    }

    func run() throws {
        let text = try text()
        guard let file = OutputFile.named(file) else { return try Output.standard.write(text) }
        do throws(WholeFile.Failure) {
            let new = try WholeFile(at: file, keeping: true)
            try new.write(text)
            try new.finish()
        } catch {
            guard error.reason == .exists else { throw error }
            throw CommandFailure.no("there is a file \(file), which is left as it is")
        }
        Output.error.notice("\(file) is made; next: 'slipway check \(file)'")
    }

    private func text() throws -> String {
        guard let fromUnit else { return Starter(service: service(nil)).text(schema: Self.schema) }
        let found = try UnitSearch().find(fromUnit)
        return UnitTranslation(found.file, named: found.name, service: service(found.name))
            .text(schema: Self.schema)
    }

    /// The name of the service: that of the file, or of the unit.
    private func service(_ unit: UnitName?) -> String {
        let base = file.flatMap { $0.split(separator: "/").last }.map { name in
            [".yaml", ".yml", ".json"].reduce(String(name)) { name, ending in
                name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
            }
        }
        return Self.name(of: base == "-" ? nil : base) ?? Self.name(of: unit?.stem) ?? "service"
    }

    /// A text as the name of a service; `nil` if nothing is left of it.
    static func name(of text: String?) -> String? {
        guard let text else { return nil }
        let signs = text.map { sign in
            sign.isASCII && (sign.isLetter || sign.isNumber || "_-.".contains(sign)) ? sign : "-"
        }
        var name = signs.drop { !$0.isLetter && !$0.isNumber }.prefix(64)
        while name.last == "-" { name.removeLast() }
        return name.isEmpty ? nil : String(name)
    }

    /// The schema beside the installed program, or where a package puts it.
    private static var schema: String {
        InstalledFile.path(of: "share/slipway/slipway.schema.json")
    }
}

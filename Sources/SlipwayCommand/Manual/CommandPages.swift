internal import ArgumentParser
internal import SlipwayJSON

/// slipway(1), and a page for each of its subcommands, made of what the parser knows of them.
enum CommandPages {
    static func all() throws -> [ManualPage] {
        let tool = try JSON(parsing: Root._dumpHelp())
        guard let root = tool["command"] else { return [] }
        let commands = (root["subcommands"]?.arrayValue ?? []).filter {
            $0["shouldDisplay"]?.boolValue == true && $0["commandName"] != "help"
        }
        return [page(of: root, commands: commands)] + commands.map { page(of: $0, commands: []) }
    }

    private static func page(of command: JSON, commands: [JSON]) -> ManualPage {
        let name = text(command, "commandName")
        let isRoot = !commands.isEmpty
        let arguments = command["arguments"]?.arrayValue ?? []
        let positional = arguments.filter { $0["kind"] == "positional" }
        let options = arguments.filter { $0["kind"] != "positional" }
        var blocks: [ManualPage.Block] = [
            .title("SYNOPSIS"),
            .paragraph(
                isRoot
                    ? [.code("slipway "), .emphasis("command"), .plain(" [options]")]
                    : [.code("slipway \(name)")] + brief(arguments)
            ),
            .title("DESCRIPTION"), .paragraph(ManualText.spans(text(command, "abstract"), .single)),
        ]
        blocks += ManualText.blocks(text(command, "discussion"), .single)
        if isRoot { blocks += [.title("COMMANDS")] + commands.map(entry) }
        if !positional.isEmpty { blocks += [.title("ARGUMENTS")] + positional.map(argument) }
        blocks += [.title("OPTIONS")] + options.map(option)
        if isRoot {
            blocks += ManualText.blocks(surroundings)
        } else {
            let codes = CommandFailure.exitCodes
            if !text(command, "discussion").contains(codes) {
                blocks += [.title("EXIT STATUS"), .paragraph(ManualText.spans(codes, .single))]
            }
        }
        let examples = CommandExamples.all[isRoot ? "" : name] ?? []
        if !examples.isEmpty { blocks.append(.title("EXAMPLES")) }
        for example in examples {
            blocks += [.paragraph([.plain(example.words)]), .example([example.line])]
        }
        blocks +=
            isRoot
            ? Manual.seeAlso("slipwayd(8)", "slipway.yaml(5)", "org.slipway.Launch(7)")
            : Manual.seeAlso("slipway(1)", "slipwayd(8)", "slipway.yaml(5)")
        return ManualPage(
            name: isRoot ? name : "slipway-\(name)",
            section: 1,
            summary: summary(text(command, "abstract")),
            blocks: blocks
        )
    }

    /// `Draw what runs when.` → `draw what runs when`.
    private static func summary(_ abstract: String) -> String {
        let text = abstract.hasSuffix(".") ? abstract.dropLast() : abstract[...]
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    private static func entry(of command: JSON) -> ManualPage.Block {
        .entry(
            [.code("slipway-\(text(command, "commandName"))"), .plain("(1)")],
            ManualText.spans(text(command, "abstract"), .single)
        )
    }

    private static func argument(_ argument: JSON) -> ManualPage.Block {
        .entry([.emphasis(text(argument, "valueName"))], meaning(argument))
    }

    private static func option(_ option: JSON) -> ManualPage.Block {
        let names = names(option).joined(separator: ", ")
        let value: [ManualPage.Span] =
            option["kind"] == "option" ? [.plain(" "), .emphasis(text(option, "valueName"))] : []
        return .entry([.code(names)] + value, meaning(option))
    }

    private static func meaning(_ argument: JSON) -> [ManualPage.Span] {
        let words = text(argument, "abstract")
        let usual = text(argument, "defaultValue")
        // Some help texts tell the default themselves, in better words.
        let addition = usual.isEmpty || words.contains("default:") ? "" : " Default: '\(usual)'."
        return ManualText.spans(words + addition, .single)
    }

    /// The arguments as a usage line has them.
    private static func brief(_ arguments: [JSON]) -> [ManualPage.Span] {
        arguments.filter { !["--help", "--version"].contains(names($0).last) }
            .flatMap { argument -> [ManualPage.Span] in
                let isOptional = argument["isOptional"]?.boolValue == true
                var spans: [ManualPage.Span] = [.plain(isOptional ? " [" : " ")]
                if let name = names(argument).last { spans.append(.code(name)) }
                if argument["kind"] == "option" { spans.append(.plain(" ")) }
                if argument["kind"] != "flag" {
                    spans.append(.emphasis(text(argument, "valueName")))
                }
                let isRepeating = argument["isRepeating"]?.boolValue == true
                return spans + [.plain((isRepeating ? " ..." : "") + (isOptional ? "]" : ""))]
            }
    }

    /// `-l`, `--limit`.
    private static func names(_ argument: JSON) -> [String] {
        let names = (argument["names"]?.arrayValue ?? []).map { name in
            (name["kind"] == "long" ? "--" : "-") + text(name, "name")
        }
        return names.filter { !$0.hasPrefix("--") } + names.filter { $0.hasPrefix("--") }
    }

    private static func text(_ json: JSON, _ key: String) -> String {
        json[key]?.stringValue ?? ""
    }

    private static let surroundings = """
        ## Environment

        `SLIPWAY_SOCKET` is the socket of the service that is meant where neither `--app` nor `--socket` says so. In \
        `XDG_RUNTIME_DIR`, if that folder is this user's own, and in `~/.local/state` (`XDG_STATE_HOME`) services of the \
        user are looked for, besides those of the machine. `NO_COLOR`, set to anything, keeps colours away, and so does \
        `TERM=dumb`.

        ## Files

        `/run/slipway/NAME/org.slipway.Launch` is the control socket of a service, and \
        `/run/slipway-run/NAME/org.slipway.Launch` the observing one, which is there while the service runs. A \
        service of a user's session has them in `$XDG_RUNTIME_DIR` in place of `/run`; one that a user starts outside of a \
        session in `~/.local/state/slipway-control` and `~/.local/state/slipway-run`. Without `--app` the only service is \
        meant; where the machine and the user have one of the same name, `--system` or `--user` says which.

        Where systemd holds the control socket, only `send`, `retry` and `restart --full` start a service that is \
        stopped. Every other command says that it does not run, with exit status 2, or reads what it has kept.
        """
}

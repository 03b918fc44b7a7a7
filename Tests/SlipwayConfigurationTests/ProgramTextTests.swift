import SlipwayConfiguration
import Testing

/// A payload never becomes a part of a program.
struct ProgramTextTests {
    private func reasons(_ command: String, parameter: String = "{ required: true }") -> [String] {
        faults(action("exec: \(command)\nparameters: { u: \(parameter) }"))
    }

    @Test(
        arguments: [
            #"[/bin/sh, -c, "rm ${payload.u}"]"#, #"[sh, -ec, "rm ${payload.u}"]"#,
            #"[bash, --norc, -c, "${payload.u}"]"#, #"[bash, -o, pipefail, -c, "${payload.u}"]"#,
            #"[/usr/bin/env, "A=1", sh, -c, "${payload.u}"]"#,
            #"[timeout, "5", /bin/dash, -c, "${payload.u}"]"#,
            #"[/usr/bin/python3.11, -c, "print('${payload.u}')"]"#,
            #"[python3, -I, -W, ignore, -c, "${payload.u}"]"#,
            #"[perl, -ne, "${payload.u}"]"#, #"[perl, "-e${payload.u}"]"#,
            #"[ruby, -e, "${payload.u}"]"#, #"[node, --eval, "${payload.u}"]"#,
            #"[node, "--eval=${payload.u}"]"#, #"[php, -r, "${payload.u}"]"#,
            #"[awk, "${payload.u}"]"#, #"[awk, -v, "a=1", "${payload.u}"]"#,
        ]
    )
    func inTheTextOfAProgramItIsAFault(command: String) {
        let reasons = reasons(command)
        #expect(reasons.count == 1)
        #expect(
            reasons.first?.contains("becomes a part of a program, which a sender could change")
                == true
        )
    }

    @Test func theFaultSaysWhatToWrite() {
        #expect(
            reasons(#"[sh, -c, "rm ${payload.u}"]"#) == [
                "test.yaml:4:24: actions.x.exec[2]: '${payload.u}' becomes a part of a program, which a "
                    + "sender could change; pass it as an argument of its own behind the program's text: "
                    + "\"$1\" in the text, and [\"sh\", \"${payload.u}\"] behind it"
            ]
        )
    }

    @Test(
        arguments: [
            #"[sh, -c, 'rm "$1"', sh, "${payload.u}"]"#, #"[python3, -c, "x", "${payload.u}"]"#,
            #"[python3, -m, shop, -c, "${payload.u}"]"#, #"[awk, -v, "a=${payload.u}", "{}"]"#,
            #"[awk, -f, prog.awk, "${payload.u}"]"#, #"[/bin/echo, sh, -c, "${payload.u}"]"#,
            #"[sh, script.sh, "${payload.u}"]"#,
        ]
    )
    func asAnArgumentItIsNone(command: String) {
        #expect(reasons(command) == [])
    }

    @Test(arguments: [
        "LD_PRELOAD", "LD_LIBRARY_PATH", "BASH_ENV", "PYTHONPATH", "PERL5OPT",
    ])
    func inAVariableThatLoadsSomethingItIsAFault(name: String) {
        let lines = """
            exec: { command: [/bin/true], environment: { \(name): "${payload.u}" } }
            parameters: { u: { required: true } }
            """
        let found = faults(action(lines))
        #expect(found.count == 1)
        #expect(found.first?.contains("'\(name)' chooses what a program loads or runs") == true)
        #expect(faults(action(lines.replacing(name, with: "PAGE"))) == [])
    }

    @Test(
        arguments: [
            (#"[/bin/rm, "${payload.u}"]"#, "{ required: true }", true),
            (#"[/bin/rm, "${payload.u}"]"#, "{ required: true, type: integer }", true),
            (#"[/bin/rm, "${payload.u}"]"#, "{ required: true, type: integer, minimum: 0 }", false),
            (#"[/bin/rm, "${payload.u}"]"#, "{ required: true, type: integer, minimum: -1 }", true),
            (
                #"[/bin/rm, "${payload.u}"]"#, "{ required: true, type: number, minimum: 0.5 }",
                false
            ),
            // It accepts -0.0.
            (#"[/bin/rm, "${payload.u}"]"#, "{ required: true, type: number, minimum: 0 }", true),
            (#"[/bin/rm, "${payload.u}"]"#, "{ required: true, pattern: '^[a-z]+$' }", false),
            (#"[/bin/rm, "${payload.u}"]"#, "{ required: true, pattern: '[a-z]+' }", true),
            (#"[/bin/rm, "${payload.u}"]"#, "{ required: true, format: uri }", false),
            (#"[/bin/rm, "${payload.u}"]"#, "{ required: true, enum: [a, b] }", false),
            (#"[/bin/rm, "${payload.u}"]"#, "{ required: true, enum: [a, \"-b\"] }", true),
            (#"[/bin/rm, --, "${payload.u}"]"#, "{ required: true }", false),
            (#"[/bin/rm, "--name=${payload.u}"]"#, "{ required: true }", false),
            (#"[/bin/rm, "/srv/${payload.u}"]"#, "{ required: true }", false),
            (#"[sh, -c, 'rm -- "$1"', sh, "${payload.u}"]"#, "{ required: true }", false),
        ]
    )
    func whatMayBeginWithADashIsAWarning(command: String, parameter: String, warns: Bool) throws {
        let text = action("exec: \(command)\nparameters: { u: \(parameter) }")
        let warnings = try read(text).warnings.map(\.description)
        #expect(warnings.count == (warns ? 1 : 0), "\(warnings)")
        guard let warning = warnings.first else { return }
        #expect(
            warning.contains("may begin with '-', and is then taken for an option; write \"--\"")
        )
    }
}

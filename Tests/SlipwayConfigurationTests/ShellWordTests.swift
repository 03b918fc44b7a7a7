import SlipwayConfiguration
import Testing

/// A word that only a shell reads is warned of where there is none.
struct ShellWordTests {
    private func warnings(_ command: String) throws -> [String] {
        try read(operation("exec: \(command)")).warnings.map(\.description)
    }

    @Test(
        arguments: [
            (#"[/bin/echo, a, "&&", b]"#, "'&&'", "for one write [sh, -c, 'text of the script']"),
            (#"[/bin/echo, a, "|", b]"#, "'|'", "[sh, -c,"), (#"[web, "&"]"#, "'&'", "[sh, -c,"),
            (#"[web, ";"]"#, "';'", "[sh, -c,"), (#"[web, ">", /log]"#, "'>'", "[sh, -c,"),
            (#"[web, "2>/dev/null"]"#, "'2>/dev/null'", "[sh, -c,"),
            (#"[web, "$(date)"]"#, "'$(date)'", "[sh, -c,"),
            (#"[web, "$HOME"]"#, "'$HOME'", "write ${env.HOME}, or $$HOME for the text itself"),
            (#"[web, "$HOME/x"]"#, "'$HOME/x'", "write ${env.HOME}"),
            (#"[web, "--port=$PORT"]"#, "'--port=$PORT'", "write ${env.PORT}"),
            (#"[web, "~/shop.db"]"#, "'~/shop.db'", "write ${env.HOME}/shop.db"),
            (#"[sh, -c, 'echo "$1"', sh, "$HOME"]"#, "'$HOME'", "write ${env.HOME}"),
        ]
    )
    func isAWarningWithWhatToWrite(command: String, text: String, advice: String) throws {
        let warnings = try warnings(command)
        #expect(warnings.count == 1, "\(warnings)")
        let words = "\(text) is handed to the program as it is, since there is no shell; "
        #expect(warnings.first?.contains(words) == true, "\(warnings)")
        #expect(warnings.first?.contains(advice) == true, "\(warnings)")
    }

    @Test(
        arguments: [
            #"[sh, -c, 'echo $HOME && ls ~/ | wc > /dev/null']"#, #"[sh, -c, "$RUN"]"#,
            #"[find, /srv, -exec, rm, "{}", ";"]"#, #"[expr, "1", "|", "2"]"#,
            #"[/usr/bin/cut, -d, "|", -f1]"#, #"[mysql, --delimiter, ";"]"#,
            #"[/usr/bin/ssh, host, ls, "~/x", "|", wc, -l]"#,
            #"[/usr/bin/env, test, a, "<", b]"#, #"[jq, "$x"]"#, #"[grep, "a$B"]"#,
            #"[web, "$$HOME"]"#, #"[web, "${env.HOME}"]"#, #"[web, "a&&b", "a~/b", "$"]"#,
            #"["/srv/~/a", "-"]"#,
        ]
    )
    func isNoneWhereAProgramTakesIt(command: String) throws {
        #expect(try warnings(command) == [])
    }
}

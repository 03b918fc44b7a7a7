/// The text of the manual beside the keys, in Markdown: of `docs/CONFIGURATION.md` and of slipway.yaml(5).
package enum ConfigurationProse {
    /// The text before the first mapping.
    package static let beginning = """
        A service is one file: YAML 1.2 or JSON, at most 1 MiB. `config/storefront.yaml` is one with a comment at each
        key. `slipway check FILE` reports every fault at once, with file, line and column; `config/slipway.schema.json`
        completes keys in an editor. This page has all keys, mapping by mapping, each with an example.

        Durations are a number and a unit: `250ms`, `5s`, `1.5s`, `2m`, `1h`, `7d`; at most `8760h`. Names have letters, digits,
        `_` and `-`, a letter or digit first, at most 64; those of the service, of queues, locks and actions also have dots.
        Unknown keys are faults. Anchors, aliases and merge keys (`<<`) work within a file, and keys that begin with `x-` are
        your own.

        To `DIR/NAME.yaml` the files `*.yaml`, `*.yml` and `*.json` of `DIR/NAME.d` are added, in the order of their names: each
        is a *drop-in*. Mappings are merged key by key. Any other value, a list too, replaces the one before; `null` removes a
        key. Files with other endings, and those that begin with a dot, are ignored.
        """

    /// The text behind the last one.
    package static let end = """
        ## Values in texts

        `${operations.NAME.value.PATH}`, `${payload.PATH}`, `${env.NAME}` and `${launch.id}` are filled in, and in places that
        nobody else reads `${credential.NAME}` ([secrets](#secrets)); without a
        PATH each of the first two is all of it, as JSON: `stdin: "${payload}"`. `$$` is a dollar sign.
        `${operations.NAME.age}` is how many seconds old a kept value is, 0 for a new one; where that is not known, `unknown`,
        and in JSON `null`. They are
        percent-encoded in a URL, and as JSON in a text that is a JSON document (a body, standard input, a file, an
        argument), so that `'{"item": "${payload.name}"}'` stays one. A payload never sets the scheme, host or port of a URL,
        nor the program that runs, the file that is written or the socket that an action is delivered to. It is never a part
        of a program: `sh -c`, `python3 -c` and the like get it as an argument of its own (`[sh, -c, 'rm -- "$1"', sh,
        "${payload.file}"]`), and `LD_PRELOAD`, `BASH_ENV` and the like never hold one. `slipway check` warns of an
        argument that may begin with `-`, and of what only a shell would read: `&&`, `$HOME`, `~/shop.db`. What a payload may
        hold is in [Parameters](#parameters).

        An action has further references: see [ACTIONS.md](ACTIONS.md#what-a-handler-knows).

        ## Secrets

        `${credential.NAME}` is a credential of systemd: `LoadCredential=NAME:/PATH`, `LoadCredentialEncrypted=` or
        `SetCredential=` in a drop-in of the unit (`systemctl edit slipway@NAME`) gives it to the service, and nobody else on
        the machine but root can read it.

            operations:
              login:
                http: { url: "https://api.example.org/me", headers: { Authorization: "Bearer ${credential.api-token}" } }

        It may be in the `headers` and the `body` of `http`, in the `environment` and the `stdin` of `exec`, and in the `content` of
        `write`; anywhere else it is a fault. Everyone can read the arguments of a program in `ps`, and messages show URLs and
        paths: a secret of any kind (`${env.API_TOKEN}`, too) belongs into these places.

        The daemon reads the credentials when it loads the file, from `$CREDENTIALS_DIRECTORY`; one that is missing is a fault then,
        and a warning of `slipway check`. Without systemd, set that variable to a folder with a file for each. A credential is
        UTF-8 without NUL, at most 64 KiB; one newline at its end is not a part of it. Whatever else is in the folder, programs
        read themselves: they get the variable, too.

        Variables in a file (`EnvironmentFile=` of the unit for all, `environmentFiles` for one program) are the other way; they
        are not hidden.

        No message, no report and no file of the daemon has the text of a credential. Where a program or a server repeats it, in a
        line, in its status or in an error, `***` stands in the journal and in messages, if it has 8 bytes or more: where it
        stands as it is, as JSON or a URL has it, or in Base64 ([SECURITY](SECURITY.md#secrets)). One that is shorter, empty, or
        ends with a carriage return is warned of. The value of an operation is kept as its program wrote it.
        """
}

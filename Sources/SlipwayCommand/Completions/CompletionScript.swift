internal import ArgumentParser

/// The parts of the script for a shell that the parser does not write.
enum CompletionScript {
    /// The script that is asked for with `--generate-completion-script`; `nil` for any other line, and for
    /// unknown shells.
    static func asked(by words: [String]) -> String? {
        let option = "--generate-completion-script"
        let shell: String?
        if words.first == option, words.count == 2 {
            shell = words[1]
        } else if words.count == 1 {
            shell = words.first.flatMap { $0.hasPrefix("\(option)=") ? $0 : nil }
                .map { String($0.dropFirst(option.count + 1)) }
        } else {
            shell = nil
        }
        switch shell {
        case "bash":
            // The script is read into a shell, which needs no first line for the kernel.
            let script = CompletionRoot.completionScript(for: .bash)
            return script.drop { $0 != "\n" }.drop { $0 == "\n" } + bash
        case "zsh": return zsh(CompletionRoot.completionScript(for: .zsh))
        case "fish": return CompletionRoot.completionScript(for: .fish)
        default: return nil
        }
    }

    /// Makes the parser's script fit for bash.
    ///
    /// For bash the sign after an option is a word of its own, which the parser's script does not
    /// expect. The key of a payload goes on with its value, without a blank. And a candidate that
    /// is no file gets no slash or quotes as one.
    private static let bash = """


        __slipway_open() {
            local -a words=()
            local -i at=COMP_CWORD index
            for index in "${!COMP_WORDS[@]}"; do
                if [[ ${COMP_WORDS[index]} != = || ${#words[@]} -eq 0 || ${words[-1]} != --* ]]; then
                    words+=("${COMP_WORDS[index]}")
                elif ((index == COMP_CWORD)); then
                    words+=('')
                elif ((index < COMP_CWORD)); then
                    at+=-1
                fi
            done
            local IFS=$' \\t\\n'
            local -i COMP_CWORD=at
            local -a COMP_WORDS=("${words[@]}")
            local COMP_LINE="${words[*]:0:at+1}" current="${words[at]:+$2}"
            local COMP_POINT=$((${#COMP_LINE} - ${#words[at]} + ${#current}))
            _slipway "$1" "$current" "${words[at - 1]}"
            local reply
            for reply in "${COMPREPLY[@]}"; do
                [[ -e ${reply} ]] || compopt +o filenames
                [[ ${reply} != *= ]] || compopt -o nospace
            done
        }

        complete -o filenames -F __slipway_open slipway

        """

    /// Makes the parser's script fit for zsh: a candidate that ends with a sign gets no blank after
    /// it.
    private static func zsh(_ script: String) -> String {
        let head = "__slipway_complete() {"
        guard script.contains(head) else { return script }
        return script.replacing(
            head,
            with: """
                __slipway_complete() {
                    local -ar open=("${(M)@:#*=(|:*)}")
                    if [[ "${#open[@]}" -gt 0 ]]; then
                        _describe -V '' open -S ''
                        set -- "${(@)@:#*=(|:*)}"
                    fi
                """
        )
    }
}

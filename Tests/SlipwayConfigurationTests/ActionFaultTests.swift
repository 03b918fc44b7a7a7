import SlipwayConfiguration
import Testing

/// The text of each fault of an action, whose keys begin in line 4, column 5.
struct ActionFaultTests {
    @Test(
        arguments: [
            (
                "sleep: 1s\nafter: [y]",
                "test.yaml:5:5: actions.x.after: unknown key; accepted are queue, requires, timeout, "
                    + "expires, limit, width, orderBy, uniqueBy, coalesceBy, locks, success, priority, "
                    + "coalesce, effect, retry, durability, whenFailed, parameters, allow, exec, http, wait, "
                    + "write, sleep or deliver"
            ),
            (
                "sleep: 1s\nlimit: 0",
                "test.yaml:5:12: actions.x.limit: found '0'; expected a whole number from 1 to 1000000"
            ),
            (
                "sleep: 1s\ncoalesce: none",
                "test.yaml:5:15: actions.x.coalesce: found 'none'; expected all or latest"
            ),
            (
                "sleep: 1s\neffect: twice",
                "test.yaml:5:13: actions.x.effect: found 'twice'; expected idempotent or once"
            ),
            (
                "sleep: 1s\ndurability: tape",
                "test.yaml:5:17: actions.x.durability: found 'tape'; expected memory or disk"
            ),
            (
                "sleep: 1s\nwhenFailed: give-up",
                "test.yaml:5:17: actions.x.whenFailed: found 'give-up'; expected fail or wait"
            ),
            (
                "sleep: 1s\nretry: { attempts: 2, budget: 0s }",
                "test.yaml:5:35: actions.x.retry.budget: found '0s'; expected a duration that is "
                    + "longer than zero"
            ),
            (
                "sleep: 1s\nwidth: 0",
                "test.yaml:5:12: actions.x.width: found '0'; expected a whole number from 1 to 256"
            ),
            (
                "sleep: 1s\nconcurrency: 8",
                "test.yaml:5:5: actions.x.concurrency: unknown key; did you mean 'width'?"
            ),
            (
                "sleep: 1s\norderBy: account",
                "test.yaml:5:14: actions.x.orderBy: is 'account'; expected a part of the payload, such as "
                    + "payload.account"
            ),
            (
                "sleep: 1s\norderBy: payload.acount\nparameters: { account: { required: true } }",
                "test.yaml:5:14: actions.x.orderBy: 'acount' is not a parameter of this action; did you "
                    + "mean 'account'?"
            ),
            (
                "sleep: 1s\nuniqueBy: payload.account\nparameters: { account: {} }",
                "test.yaml:5:15: actions.x.uniqueBy: 'account' may be missing in a payload, and then it "
                    + "cannot be filled in; write required: true or a default in its parameter"
            ),
            (
                "sleep: 1s\ncoalesceBy: payload",
                "test.yaml:5:5: actions.x.coalesceBy: says which ones coalesce, and this kind runs all; add "
                    + "coalesce: latest, or remove it"
            ),
            (
                "sleep: 1s\nsuccess: [3]",
                "test.yaml:5:5: actions.x.success: is for exec: the exit statuses that count as success; "
                    + "remove it"
            ),
            (
                "sleep: 1s\nrequires: [y]",
                "test.yaml:5:16: actions.x.requires: 'x' depends on 'y', which no operation declares; "
                    + "declare it or correct the name"
            ),
            (
                "sleep: 1s\nexpires: soon",
                "test.yaml:5:14: actions.x.expires: found 'soon'; expected a duration such as 250ms, 5s, "
                    + "2m or 1h; at most 8760h"
            ),
            (
                "exec: [a, \"${payload.ulr}\"]\nparameters: { url: {} }",
                "test.yaml:4:16: actions.x.exec[1]: 'ulr' is not a parameter of this action; did you "
                    + "mean 'url'?"
            ),
            (
                "exec: [a, \"${payload.url}\"]",
                "test.yaml:4:16: actions.x.exec[1]: 'url' is not a parameter of this action; declare it "
                    + "under parameters"
            ),
            (
                "exec: [a, \"u=${payload.url}\"]\nparameters: { url: {} }",
                "test.yaml:4:18: actions.x.exec[1]: 'url' may be missing in a payload, and then it "
                    + "cannot be filled in; write required: true or a default in its parameter"
            ),
            (
                "sleep: 1s\ndurability: memory\nwhenFailed: wait",
                "test.yaml:6:17: actions.x.whenFailed: only what is stored can wait for the next launch, "
                    + "and durability: memory stores nothing; remove one of the two"
            ),
            (
                "wait: { socket: /\(String(repeating: "s", count: 107)) }",
                "test.yaml:4:21: actions.x.wait.socket: has 108 bytes; the path of a Unix socket has at "
                    + "most 107"
            ),
            (
                "sleep: 1s\nparameters: [url]",
                "test.yaml:5:17: actions.x.parameters: found a list; expected a mapping of parameters"
            ),
            (
                "sleep: 1s\nparameters: { a.b: {} }",
                "test.yaml:5:19: actions.x.parameters.a.b: 'a.b' is not a name; use letters, digits, '_' "
                    + "and '-', a letter or digit first, at most 64 characters"
            ),
            (
                "sleep: 1s\nparameters: { a: { type: str } }",
                "test.yaml:5:30: actions.x.parameters.a.type: found 'str'; expected string, integer, "
                    + "number, boolean, object or array"
            ),
            (
                "sleep: 1s\nparameters: { a: { format: url } }",
                "test.yaml:5:32: actions.x.parameters.a.format: found 'url'; expected uri"
            ),
            (
                "sleep: 1s\nparameters: { a: { type: integer, format: uri } }",
                "test.yaml:5:39: actions.x.parameters.a.format: is for strings; remove it or write type: "
                    + "string"
            ),
            (
                "sleep: 1s\nparameters: { a: { type: integer, enum: [1, b] } }",
                "test.yaml:5:49: actions.x.parameters.a.enum[1]: found 'b'; expected an integer"
            ),
            (
                "sleep: 1s\nparameters: { a: { enum: [b, b] } }",
                "test.yaml:5:34: actions.x.parameters.a.enum[1]: is listed twice; remove one"
            ),
            (
                "sleep: 1s\nparameters: { a: { enum: [] } }",
                "test.yaml:5:30: actions.x.parameters.a.enum: is an empty list; expected the values that "
                    + "are accepted"
            ),
            (
                "sleep: 1s\nparameters: { a: { minimum: 1 } }",
                "test.yaml:5:24: actions.x.parameters.a.minimum: is for numbers; remove it or write "
                    + "type: integer or number"
            ),
            (
                "sleep: 1s\nparameters: { a: { type: integer, maximum: b } }",
                "test.yaml:5:48: actions.x.parameters.a.maximum: found 'b'; expected a number, without "
                    + "quotes"
            ),
            (
                "sleep: 1s\nparameters: { a: { type: number, minimum: 2, maximum: 1.5 } }",
                "test.yaml:5:47: actions.x.parameters.a.minimum: is greater than the maximum, so that "
                    + "no number is accepted; exchange the two"
            ),
            (
                "sleep: 1s\nparameters: { a: { type: integer, pattern: b } }",
                "test.yaml:5:39: actions.x.parameters.a.pattern: is for strings; remove it or write "
                    + "type: string"
            ),
            (
                "sleep: 1s\nparameters: { a: { pattern: '(b' } }",
                "test.yaml:5:33: actions.x.parameters.a.pattern: is no POSIX extended regular "
                    + "expression: Unmatched ( or \\(; correct it"
            ),
            (
                "sleep: 1s\nparameters: { a: { pattern: '^\\d+$' } }",
                "test.yaml:5:33: actions.x.parameters.a.pattern: has '\\d', which is not of this "
                    + "dialect; write [0-9]"
            ),
            (
                "sleep: 1s\nparameters: { a: { pattern: '((a{99}){99}){99}' } }",
                "test.yaml:5:33: actions.x.parameters.a.pattern: repeats too often: its counts multiply "
                    + "to more than 256; write smaller ones, or maxLength"
            ),
            (
                "sleep: 1s\nparameters: { a: { default: b, required: true } }",
                "test.yaml:5:24: actions.x.parameters.a.default: is never used, since the parameter is "
                    + "required; remove one of the two"
            ),
            (
                "sleep: 1s\nparameters: { a: { type: integer, default: b } }",
                "test.yaml:5:48: actions.x.parameters.a.default: found 'b'; expected an integer"
            ),
            (
                "sleep: 1s\nparameters: { a: { enum: [b], default: c } }",
                "test.yaml:5:44: actions.x.parameters.a.default: would be refused in a payload: it is "
                    + "not one of its values; expected \"b\""
            ),
            (
                "sleep: 1s\nparameters: { a: { maxLength: -1 } }",
                "test.yaml:5:35: actions.x.parameters.a.maxLength: found '-1'; expected a whole number "
                    + "from 0 to 65536"
            ),
        ]
    )
    func saysWhatIsWrongAndWhatWouldBeAccepted(lines: String, expected: String) {
        #expect(faults(action(lines)) == [expected])
    }

    @Test func theNameOfAnOperationIsNoActionsToo() {
        let group = "operations: { a: { group: { operations: { x: { sleep: 1s } } } } }"
        #expect(
            faults(action("sleep: 1s") + group) == [
                "test.yaml:3:3: actions.x: is the name of an operation too, at test.yaml:5:43, which "
                    + "'slipway cancel x' would mean; give one of the two another name"
            ]
        )
    }
}

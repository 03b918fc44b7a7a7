import Foundation
import SlipwaySystem
import Testing

struct RedactionTests {
    @Test(
        arguments: [
            (["hunter2!"], "password=hunter2!, hunter2!hunter2!", "password=***, ******"),
            // Shorter than 8 bytes.
            (["hunter2"], "password=hunter2", "password=hunter2"),
            // One is a part of the other.
            (["hunter2!", "hunter2!hunter3!"], "hunter2!hunter3! hunter2!", "*** ***"),
            (["abcdefghijklmnop", "efghijkl"], "abcdefghijklmnop efghijkl-", "*** ***-"),
            // Each line of a key.
            (
                ["-----BEGIN-----\r\nMIIEvQIB\nADA=\n"], "MIIEvQIB: -----BEGIN----- ADA=",
                "***: *** ADA="
            ),
            (["hhunter2"], "hhhunter2", "h***"),
            (["geheimnisvöll"], "« geheimnisvöll »", "« *** »"),
            // They overlap.
            (["abcdefgh", "bcdefghijklm"], "abcdefghijklm", "***"),
            ([], "hunter2!", "hunter2!"),
            ([""], "", ""),
        ]
    )
    func aSecretIsHiddenWhereverItStands(secrets: [String], text: String, shown: String) {
        #expect(Redaction(of: secrets).hidden(in: text) == shown)
        let bytes = Array("> \(text)".utf8)
        let hidden = Redaction(of: secrets).hidden(in: bytes[2...])
        #expect(String(decoding: hidden, as: UTF8.self) == shown)
    }

    private static let password = "p\"ss w\\rd/é#😀1"

    @Test(
        arguments: [
            // As little as JSON asks for; slashes, too; all that is not ASCII, in either case; as Go does.
            #"{"p":"p\"ss w\\rd/é#😀1"}"#, #"{"p":"p\"ss w\\rd\/é#😀1"}"#,
            #"{"p":"p\"ss w\\rd/\u00e9#\ud83d\ude001"}"#,
            #"{"p":"p\u0022ss w\u005Crd/\u00E9#\uD83D\uDE001"}"#,
            #"{"p":"\u0070\"ss w\\rd/é#😀\u0031"}"#,
        ]
    )
    func aSecretIsHiddenAsJSONHasIt(text: String) {
        let hidden = Redaction(of: [Self.password, "another one"]).hidden(in: "\\ \(text) \\")
        #expect(hidden == #"\ {"p":"***"} \"#)
    }

    @Test(
        arguments: [
            "p%22ss%20w%5Crd%2F%C3%A9%23%F0%9F%98%801", "p%22ss+w%5crd%2f%c3%a9%23%f0%9f%98%801",
            "p%22ss%20w%5Crd/é%23😀1", "%70%22ss%20w%5Crd/%C3%A9%23%F0%9F%98%80%31",
        ]
    )
    func aSecretIsHiddenAsAURLHasIt(text: String) {
        let hidden = Redaction(of: [Self.password]).hidden(in: "100% a+b ?p=\(text)&q=%")
        #expect(hidden == "100% a+b ?p=***&q=%")
    }

    @Test(arguments: 0..<9)
    func aSecretIsHiddenInBase64WhateverStandsBeforeIt(length: Int) {
        for (secret, user) in [("hunter2!", "u"), ("~~~???>>>ÿÿ", "ü"), ("0123456789", "x")] {
            let before = String(repeating: user, count: length) + ":"
            for after in ["", "x", "xy"] {
                let text = Data((before + secret + after).utf8).base64EncodedString()
                let ofURL = text.replacing("+", with: "-").replacing("/", with: "_")
                for text in [text, ofURL] {
                    let hidden = Redaction(of: [secret]).hidden(in: "Basic \(text)")
                    #expect(hidden.contains("***"), "\(text)")
                    // The rest tells no whole byte of it.
                    let bytes = text.utf8.count - (hidden.utf8.count - "Basic ***".utf8.count)
                    #expect(bytes * 6 > secret.utf8.count * 8 - 16, "\(text): \(hidden)")
                }
            }
        }
    }

    @Test func whatIsNoSecretStaysAsItIs() {
        let redaction = Redaction(of: [Self.password, "hunter2!", "AAAAAAAA"])
        for text in [
            "", "\\", "%", "+", "\\u", "\\ud83d", "%4", "hunter2", "AAAAAAA", #"p\"ss w\\rd"#,
            "p%22ss",
        ] {
            #expect(redaction.hidden(in: text) == text)
        }
    }
}

import ArgumentParser
import Foundation
import SlipwayJSON
import Testing

@testable import SlipwayCommand

struct PayloadArgumentsTests {
    @Test func valuesAreTextUnlessMarkedAsJSON() throws {
        let payload = try PayloadArguments.payload(
            [
                "url=https://a.example/?b=c", "n=1", "tab:=2", "on:=true", "list:=[1,\"x\"]",
                "none=",
            ],
            json: nil
        )
        #expect(
            payload == [
                "url": "https://a.example/?b=c", "n": "1", "tab": 2, "on": true, "list": [1, "x"],
                "none": "",
            ]
        )
    }

    @Test func nothingIsAnEmptyObject() throws {
        #expect(try PayloadArguments.payload([], json: nil) == [:])
        #expect(try PayloadArguments.payload([], json: "{}") == [:])
    }

    @Test(
        arguments: [
            (["a"], nil, "'a' is no KEY=VALUE; write 'KEY=VALUE' or 'KEY:=JSON'."),
            (["=a"], nil, "'=a' has no key; write 'KEY=VALUE' or 'KEY:=JSON'."),
            (["a=1", "a:=2"], nil, "key 'a' is given twice; give it once."),
            (
                ["a:=x"], nil,
                "key 'a': cannot read JSON: byte 0: unexpected 'x'; for text write 'a=…'."
            ),
            (
                [], "[]",
                "'--payload': a JSON object such as {\"url\": \"…\"} is wanted, not array."
            ),
            ([], "{", "'--payload': cannot read JSON: byte 1: the text ends inside a value."),
            (["a=1"], "{}", "give the payload as KEY=VALUE or with '--payload', not both."),
        ] as [([String], String?, String)]
    )
    func whatIsNoPayloadIsSaidInWords(values: [String], json: String?, message: String) {
        let error = #expect(throws: ValidationError.self) {
            try PayloadArguments.payload(values, json: json)
        }
        #expect(error?.message == message)
    }

    @Test func standardInputIsReadToItsEnd() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(#"{"url": "x"}"#.utf8))
        try pipe.fileHandleForWriting.close()
        let input = Input(descriptor: pipe.fileHandleForReading.fileDescriptor)
        #expect(try PayloadArguments.payload(reading: input) == ["url": "x"])
    }

    @Test func standardInputHasALimit() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(repeating: 32, count: 1000))
        try pipe.fileHandleForWriting.close()
        let input = Input(descriptor: pipe.fileHandleForReading.fileDescriptor)
        let error = #expect(throws: CommandFailure.self) { try input.bytes(limit: 999) }
        #expect(error?.exitCode == 64)
    }
}

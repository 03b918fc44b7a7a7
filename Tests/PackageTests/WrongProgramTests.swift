import Foundation
import SlipwayTestSupport
import Testing

/// What the compiler says of ordinary mistakes in a plan: the mistake, in words of the plan.
@Suite(.timeLimit(.minutes(2)))
struct WrongProgramTests {
    /// Something wrong, and what the first error says of it.
    private static let mistakes: [(statement: String, error: String)] = [
        // A part that stays without its readiness.
        (
            #"plan.service("x") { try await run() }"#,
            "expects 1 argument, which cannot be implicitly ignored"
        ),
        (
            #"plan.service("x", reading: a) { a in try await run() }"#,
            "(Readiness, Int) async throws -> Void' expects 2 arguments, but 1 was used"
        ),
        // Arguments in another order.
        (
            #"plan.add("x", requires: [b], reading: a) { a in a + 1 }"#,
            "argument 'reading' must precede argument 'requires'"
        ),
        (
            #"plan.add("x", on: .main, reading: a) { a in a + 1 }"#,
            "argument 'reading' must precede argument 'on'"
        ),
        (
            #"plan.add("x", timeout: .seconds(1), requires: [a]) { try await run() }"#,
            "argument 'requires' must precede argument 'timeout'"
        ),
        (
            #"plan.action("x", requires: [b], reading: a) { (url: String, a) in try await run() }"#,
            "argument 'reading' must precede argument 'requires'"
        ),
        (
            #"plan.action("x", on: .main, reading: a) { (url: String, a) in try await run() }"#,
            "argument 'reading' must precede argument 'on'"
        ),
        (
            #"plan.service("x", requires: [b], reading: a) { ready, a in ready() }"#,
            "argument 'reading' must precede argument 'requires'"
        ),
        // Too few or too many parameters.
        (
            #"plan.add("x", reading: a, b) { a in a + 1 }"#,
            "(Int, String) async throws -> Int' expects 2 arguments, but 1 was used"
        ),
        (
            #"plan.add("x", reading: a, b) { a, b, context, d in a + 1 }"#,
            "(Int, String, OperationContext) async throws -> Int' expects 3 arguments, but 4 were used"
        ),
        (
            #"plan.add("x", reading: a, b, c, d) { a, b in try await run() }"#,
            "(Int, String, Double, Bool) async throws -> ()' expects 4 arguments, but 2 were used"
        ),
        (
            #"plan.action("x", reading: a) { url in try await run() }"#,
            "(Payload, Int) async throws -> Void' expects 2 arguments, but 1 was used"
        ),
        (
            #"plan.completion("x", of: [a]) { ends in try await run() }"#,
            "expects 2 arguments, but 1 was used"
        ),
        // Values of other types.
        (
            #"plan.add("x", reading: a) { (a: String) in print(a) }"#,
            "to expected argument type 'nonisolated(nonsending) @Sendable (Int) async throws -> ()'"
        ),
        (
            #"plan.add("x", reading: a, b, c, d) { a, b, c, d, context in a + b }"#,
            "binary operator '+' cannot be applied to operands of type 'Int' and 'String'"
        ),
        (
            #"plan.action("x", reading: a, b) { (url: String, a: Int, b: Int) in try await run() }"#,
            "@Sendable (String, Int, String) async throws -> Void'"
        ),
        (
            #"plan.add("x", reading: 5) { a in a + 1 }"#,
            "cannot convert value of type 'Int' to expected argument type 'Handle<Int>'"
        ),
        // No body, and more values than a form has.
        (#"plan.add("x", reading: a)"#, "no exact matches in call to instance method 'add'"),
        (#"plan.service("x")"#, "missing argument for parameter 'body' in call"),
        (
            #"plan.add("x", reading: a, b, c, d, a, b, c) { a, b, c, d, e, f, g in print(a) }"#,
            "missing argument label 'on:' in call"
        ),
        // What `Operation` of Foundation has.
        (
            "b.addDependency(a)",
            "'addDependency' is unavailable: write the dependency where the operation is declared"
        ),
        ("a.cancel()", "'cancel()' is unavailable: a handle is not what runs"),
    ]

    private static func typecheck(_ statement: String) async throws -> Program.Result {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            import Slipway
            func run() async throws {}
            func declare(_ plan: inout Plan) {
                let a = plan.add("a") { 1 }
                let b = plan.add("b") { "two" }
                let c = plan.add("c") { 3.0 }
                let d = plan.add("d") { true }
                \(statement)
            }

            """,
            to: "plan.swift"
        )
        let swift = ProcessInfo.processInfo.environment["SWIFT"] ?? "swift"
        let products = Checkout.programs.path()
        return try await Program(
            executable: URL(filePath: "/usr/bin/env"),
            arguments: [
                swift + "c", "-typecheck", "-swift-version", "6", "-I", products + "Modules",
                "-Xcc", "-fmodule-map-file=\(products)CSlipway.build/module.modulemap",
                "-module-cache-path", products + "ModuleCache", folder.path + "/plan.swift",
            ]
        ).run()
    }

    @Test(arguments: mistakes)
    func theFirstErrorSaysTheMistake(statement: String, error: String) async throws {
        let result = try await Self.typecheck(statement)
        #expect(result.status == 1, "the compiler does not crash")
        let errors = result.output.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(errors.first?.contains(error) == true, "\(result.output)")
    }

    /// Otherwise the mistakes could be errors for another reason.
    @Test(arguments: [
        #"plan.service("x", reading: a, b, c, d, a, b) { ready, a, b, c, d, e, f in ready() }"#,
        #"plan.add("x", reading: a, b, c, d, a, b, on: .main) { a, b, c, d, e, f in a + e }"#,
        #"plan.action("x", reading: a, b, c, d) { (url: String, a, b, c, d) in try await run() }"#,
        #"plan.completion("x", of: [a, b]) { try await run() }"#,
    ])
    func whatIsRightHasNoError(statement: String) async throws {
        let result = try await Self.typecheck(statement)
        #expect(result.status == 0 && !result.output.contains("error"), "\(result.output)")
    }
}

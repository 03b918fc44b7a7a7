import Foundation
import SlipwayTestSupport
import Testing

/// The order of the folders of the library, and of the modules: each may know only those that stand
/// below it.
struct LayerTests {
    /// The folders of the library, from the top down.
    private static let folders = Layers([
        // Launches in virtual time: what a graph would do, and a driver for tests.
        "Simulation",
        // The shell: a launch, its workers and contexts, and those who read its events.
        "Launch",
        // A time and an executor in the place of the clock and the threads.
        "Virtual",
        // The next steps of a launch, as a value.
        "Machine",
        // The events of a launch, and the report and the statuses that follow from them.
        "Events",
        // The actions of a launch, as a value, and what keeps them.
        "Actions",
        // What becomes of a part that stays, a program or a body, as a value.
        "Supervision",
        // The progress of a launch: statuses, and their texts.
        "Report",
        // A plan that was checked.
        "Graph",
        // The declarations, with the closures that are called.
        "Plan",
        // Small values that all layers share: queues, locks, handles, outcomes, identities.
        "Model",
        // Threads, and what they wait with.
        "Threads",
        // Values that know nothing of launches: instants, collections, random numbers, texts.
        "Primitives",
    ])

    /// The modules, from the top down; those in a row do not know each other.
    private static let modules = Layers([
        ["slipwayd", "SlipwayCommand", "Examples"],
        ["SlipwayDaemon"],
        ["SlipwayHost"],
        ["SlipwayBodies", "SlipwayClient", "SlipwayControlServer", "SlipwayStore"],
        ["SlipwayInterface", "SlipwayOperations", "SlipwayProcess", "SlipwayTesting"],
        [
            "SlipwayConfiguration", "SlipwayLoop", "SlipwayPictures", "SlipwaySystemd",
            "SlipwayVarlink",
        ],
        ["SlipwayMetrics", "SlipwayReport", "SlipwayServiceLifecycle", "SlipwayTracing"],
        ["Slipway", "SlipwayJSON", "SlipwaySystem"],
        [
            "CCurl", "SlipwayUsage", "CSQLite", "CSlipway", "CSlipwayProcess", "CSlipwayd",
            "CSystemd", "CYAML",
        ],
    ])

    @Test func noFolderOfTheLibraryNamesATypeOfOneAboveIt() throws {
        let files = try Self.files("Sources/Slipway")
        #expect(Set(files.map(\.place)) == Self.folders.names, "each folder has its place")
        #expect(Self.folders.upwardNames(in: files) == [])
    }

    @Test func noModuleImportsOneAboveIt() throws {
        let files = try Self.files("Sources")
        let places = try FileManager.default.contentsOfDirectory(
            atPath: Checkout.file("Sources").path
        )
        #expect(Set(places) == Self.modules.names, "each module has its place")
        #expect(Self.modules.upwardImports(of: files) == [])
    }

    /// A program that runs has no use for them.
    @Test func onlyTestsLinkTestKits() throws {
        let targets = try CodeBase.text(of: "Package.swift").split(separator: "\n        ),\n")
        let linking = targets.filter { $0.contains("TestKit") }
        #expect(!linking.isEmpty)
        #expect(linking.filter { !$0.contains(".testTarget(") } == [])
    }

    /// One file of `Low`, beside one of `High` with the type `Launch` and one of each with `Both`.
    @Test(
        arguments: [
            ("let launch: Launch", ["Launch"]),
            ("let launches: [Slipway.Launch?]", ["Launch"]),
            (#"let text = "\(Launch(").self) Both""#, ["Launch"]),
            ("extension Launch {}", ["Launch"]),
            ("let value: Value.Launch", []),
            ("enum Value {\n    struct Launch {}\n}\nlet launch: Launch", []),
            ("private struct Launch {}", []),
            ("func run<Launch: Error>(_ launch: Launch) {}", []),
            ("let both: Both", []),
            ("// Launch\n/* Launch /* */ Launch */", []),
            (#"let text = "a \" Launch" + #"" Launch \("#, []),
            ("let text = \"\"\"\n    \"Launch\"\n    \"\"\"", []),
        ]
    )
    func aNameFromAboveIsFoundWhereItIsCode(source: String, names: [String]) {
        let files = [
            SourceFile("Low/Value.swift", in: "Low", source),
            SourceFile("Low/Both.swift", in: "Low", "struct Both {}"),
            SourceFile(
                "High/Launch.swift",
                in: "High",
                "public final class Launch { let value: Value }\nstruct Both {}"
            ),
        ]
        #expect(
            Layers(["High", "Low"]).upwardNames(in: files)
                == names.map {
                    "Low/Value.swift names \($0) of High, which does not stand below Low"
                }
        )
    }

    @Test(
        arguments: [
            ("Top", "import Middle", []),
            ("Middle", "import Foundation\npublic import Bottom", []),
            ("Middle", "internal import Top", ["Top"]),
            ("Middle", "import struct Beside.Value", ["Beside"]),
            ("Bottom", "// import Top\nimport Middle", ["Middle"]),
        ]
    )
    func anImportFromAboveOrBesideIsFound(module: String, source: String, imported: [String]) {
        let file = SourceFile("File.swift", in: module, source)
        #expect(
            Layers([["Top"], ["Middle", "Beside"], ["Bottom"]]).upwardImports(of: [file])
                == imported.map { "File.swift imports \($0), which does not stand below \(module)" }
        )
    }

    /// The Swift files of a folder, each in the folder therein that has it.
    private static func files(_ folder: String) throws -> [SourceFile] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: Checkout.file(folder).path)
        return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
            SourceFile(
                "\(folder)/\(path)",
                in: String(path.prefix { $0 != "/" }),
                try String(contentsOf: Checkout.file("\(folder)/\(path)"), encoding: .utf8)
            )
        }
    }
}

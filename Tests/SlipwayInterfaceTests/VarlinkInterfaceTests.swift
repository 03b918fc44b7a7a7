import SlipwayInterface
import SlipwayVarlink
import Testing

struct VarlinkInterfaceTests {
    private static let all: [VarlinkInterface] = [.service, .systemd, .launch]

    private func lines(_ interface: VarlinkInterface) -> [String] {
        interface.description.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0.drop { $0 == " " }) }
    }

    @Test(arguments: all)
    func declaresTheMethodsThatItLists(interface: VarlinkInterface) {
        let declared = lines(interface).filter { $0.hasPrefix("method ") }
            .map { String($0.dropFirst(7).prefix { $0 != "(" }) }
        #expect(interface.methods == declared)
        #expect(lines(interface).contains("interface " + interface.name))
        #expect(interface.description.hasSuffix("\n"))
    }

    @Test(arguments: [VarlinkInterface.systemd, .launch])
    func documentsEveryTypeFieldMethodAndError(interface: VarlinkInterface) {
        let lines = lines(interface)
        for (before, line) in zip(lines, lines.dropFirst()) where !line.isEmpty {
            let isDeclaration = !line.hasPrefix("#") && !line.hasPrefix(")")
            #expect(!isDeclaration || before.hasPrefix("#"), "\(line) has no comment")
        }
    }

    @Test(arguments: all)
    func keepsToWhatOldParsersRead(interface: VarlinkInterface) {
        let lines = lines(interface).filter { !$0.hasPrefix("#") }
        let text = lines.joined(separator: "\n")
        #expect(!text.contains(",\n)"), "a trailing comma")
        #expect(!text.contains("[string]?"), "a nullable in a map")
        #expect(!text.contains(": any") && !text.contains("]any"), "the type any")
    }

    @Test func marksTheMethodsThatStream() {
        let lines = lines(.launch)
        let marked = zip(lines, lines.dropFirst())
            .filter { $0.0 == "# [Supports 'more' flag]" }
            .map { $0.1.prefix { $0 != "(" } }
        #expect(marked == ["method Watch", "method Submit", "method WaitAction", "method Reload"])
    }
}

import SlipwayInterface
import SlipwayJSON
import SlipwayVarlink
import Testing

/// The JSON that is sent and read fits the declarations of `org.slipway.Launch`, field by field.
struct InterfaceTests {
    private let interface: InterfaceText

    init() throws { interface = try InterfaceText(VarlinkInterface.launch.description) }

    @Test func everythingThatIsWrittenIsDeclaredAndOfItsType() {
        var check = InterfaceCheck(interface)
        for exchange in Exchange.all {
            check.check(.object(exchange.written), fields(of: exchange.place), exchange.place.name)
        }
        #expect(check.faults == [])
    }

    @Test func everythingThatIsDeclaredIsWritten() {
        var check = InterfaceCheck(interface)
        for exchange in Exchange.all {
            check.check(.object(exchange.written), fields(of: exchange.place), exchange.place.name)
        }
        #expect(declared.subtracting(check.seen).sorted() == [])
    }

    @Test func everythingThatIsWrittenComesBack() throws {
        for exchange in Exchange.all {
            #expect(try exchange.reread(exchange.written) == exchange.written)
        }
    }

    /// A field that is neither written nor declared would be missed by nothing else.
    @Test func everyValueComesBackAsItWas() throws {
        for exchange in Exchange.all {
            #expect(try exchange.isSame(exchange.written), "\(exchange.place.name)")
        }
    }

    /// Without any one field the result differs, or reading fails.
    @Test func everyFieldIsRead() {
        var read: Set<String> = []
        for exchange in Exchange.all {
            let removals = interface.removals(
                .object(exchange.written),
                fields(of: exchange.place),
                exchange.place.name
            )
            for (field, less) in removals where !read.contains(field) {
                let again = less.objectValue.flatMap { try? exchange.reread($0) }
                if again != exchange.written { read.insert(field) }
            }
        }
        #expect(declared.filter { !$0.contains("=") }.subtracting(read).sorted() == [])
    }

    @Test func whatIsNotDeclaredIsFound() {
        var check = InterfaceCheck(interface)
        let kind = InterfaceText.Kind.named("Cause")
        check.check(["operation": 1, "failureKind": "odd", "more": true], kind, "")
        #expect(
            check.faults.sorted() == [
                "Cause.message is missing", "Cause.more is not declared",
                "Cause.operation is of another type", "Cause.skipped is missing",
                "Cause.skippedCount is missing", "FailureKind=odd is of another type",
            ]
        )
    }

    /// Every field and word of every method and error, and of the types that they use.
    private var declared: Set<String> {
        var places = interface.errors.keys.map { Exchange.Place.error($0) }
        for name in interface.methods.keys { places += [.input(name), .output(name)] }
        var declared: Set<String> = []
        for place in places { interface.declared(fields(of: place), place.name, &declared) }
        return declared
    }

    private func fields(of place: Exchange.Place) -> InterfaceText.Kind {
        switch place {
        case .input(let method): .fields(interface.methods[method]?.input ?? [])
        case .output(let method): .fields(interface.methods[method]?.output ?? [])
        case .error(let name): .fields(interface.errors[name] ?? [])
        }
    }
}

extension Exchange.Place {
    var name: String {
        switch self {
        case .input(let method): "\(method)()"
        case .output(let method): method
        case .error(let name): "error \(name)"
        }
    }
}

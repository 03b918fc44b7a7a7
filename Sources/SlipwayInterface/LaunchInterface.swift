internal import SlipwayJSON
package import SlipwayVarlink

/// `org.slipway.Launch`: the control interface of a launch.
package enum LaunchInterface {
    /// The name of the interface, and the file name of every socket that offers it.
    package static let name = "org.slipway.Launch"

    /// The meaning of the interface, and the rules that hold for all of its methods.
    package static let words = """
        Watch and steer the launch of a service: its startup operations, and the launch actions that wait \
        for them.

        Times end in USec and are microseconds. Times of the launch count from the start of its process, \
        and are absent until they are known. Enumerations in replies may get further values. A parameter \
        that is longer than it may be is refused as invalid. Messages are one line; those that are longer \
        than \(TextLimit.message) bytes are cut, with an ellipsis at their end.
        """

    private static let methods = Dictionary(
        uniqueKeysWithValues: Method.all.map { ($0.row.name, $0) }
    )

    /// Reads a call of the interface.
    ///
    /// - Throws: ``VarlinkError`` for the peer: the method does not exist, or a parameter is
    ///   unknown, missing, of the wrong type or too long.
    package static func method(_ call: VarlinkCall) throws(VarlinkError) -> any LaunchMethod {
        guard call.interface == name else { throw .interfaceNotFound(call.interface) }
        guard let method = methods[call.member] else { throw .methodNotFound(call.method) }
        return try method.init(parametersOf: call)
    }

    fileprivate static var text: String {
        var interface = InterfaceText()
        for method in Method.all { describe(method, in: &interface) }
        LaunchRefusal.describe(in: &interface)
        MalformedCall.describe(in: &interface)
        ConnectionRefusal.describe(in: &interface)
        return interface.text(name, words)
    }

    private static func describe<Described: LaunchMethod>(
        _ method: Described.Type,
        in interface: inout InterfaceText
    ) {
        interface.addMethod(
            Declaration(method.row.name, method.row.words),
            method,
            Described.Reply.self,
            streams: method.row.streams
        )
    }
}

extension VarlinkInterface {
    /// The control interface of a launch.
    package static let launch = VarlinkInterface(
        LaunchInterface.name,
        methods: Method.all.map { $0.row.name },
        observing: Method.all.filter { $0.row.access.isObserving }
            .map { $0.row.name },
        description: LaunchInterface.text
    )
}

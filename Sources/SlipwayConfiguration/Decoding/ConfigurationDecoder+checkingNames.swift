internal import Slipway

extension ConfigurationDecoder {
    /// Reports each action with the name of an operation: commands such as `cancel NAME` would mean
    /// the operation.
    func checkNames(_ configuration: Configuration) {
        let places = OperationPlaces(configuration.operations)
        for action in configuration.actions {
            guard let operation = places.operations[action.name] else { continue }
            report(
                "is the name of an operation too, at \(operation.origin), which "
                    + "'slipway cancel \(Quoting.shown(action.name))' would mean; give one of the two "
                    + "another name",
                at: action.origin,
                paths[action.origin] ?? ""
            )
        }
    }
}

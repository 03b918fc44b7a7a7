internal import SlipwayConfiguration
internal import SlipwayInterface
internal import SlipwayJSON

extension PayloadSchema.Parameter {
    /// The parameter as the control interface shows it.
    var declared: DeclaredKind.Parameter {
        DeclaredKind.Parameter(
            name: name,
            type: type.rawValue,
            isRequired: isRequired,
            values: values?.map(\.compact),
            words: description
        )
    }
}

internal import Slipway
internal import SlipwayJSON

extension Failure {
    func write(into object: inout JSONObject) {
        object["message"] = JSON(message: message)
        object["failureKind"] = .string(kind.rawValue)
        object["failureType"] = type.map { JSON(message: $0) }
        object["errorNumber"] = errorNumber.map { .integer(Int64($0)) }
        switch exit {
        case .status(let status): object["exitStatus"] = .integer(Int64(status))
        case .signal(let name): object["exitSignal"] = .string(name)
        case nil: break
        }
    }

    init(reading fields: inout JSONFields) throws(JSONFieldError) {
        self.init(
            try fields.required("failureKind", .failureKind),
            try fields.required("message", .string),
            type: try fields.optional("failureType", .string),
            errorNumber: try fields.optional("errorNumber", .count).map { Int32(clamping: $0) },
            exit: try ProgramExit(reading: &fields)
        )
    }
}

extension ProgramExit {
    fileprivate init?(reading fields: inout JSONFields) throws(JSONFieldError) {
        let status = try fields.optional("exitStatus", .count)
        let signal = try fields.optional("exitSignal", .string)
        switch (status, signal) {
        case (_, let signal?): self = .signal(signal)
        case (let status?, nil): self = .status(Int32(clamping: status))
        case (nil, nil): return nil
        }
    }
}

extension JSONReading<Failure.Kind> {
    static var failureKind: Self {
        .init("'error' or 'timedOut'") { $0.stringValue.flatMap(Failure.Kind.init(rawValue:)) }
    }
}

extension RootCause {
    var json: JSON {
        var object: JSONObject = [:]
        object["operation"] = operation.map { .string($0) }
        failure.write(into: &object)
        object["skipped"] = JSON(skipped)
        return .object(object)
    }

    init(reading fields: inout JSONFields) throws(JSONFieldError) {
        self.init(
            operation: try fields.optional("operation", .string),
            failure: try Failure(reading: &fields),
            skipped: try fields.required("skipped", .array(of: .string))
        )
    }
}

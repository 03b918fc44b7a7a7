internal import Slipway
internal import SlipwayJSON

extension OperationStatus.Attempt {
    func json(_ offsets: Offsets) -> JSON {
        var object: JSONObject = [:]
        object["number"] = JSON(count: number)
        object["startedUSec"] = offsets.json(startedAt)
        object["endedUSec"] = offsets.json(endedAt)
        failure?.write(into: &object)
        return .object(object)
    }
}

extension JSONReading<OperationStatus.Attempt> {
    static func attempt(_ offsets: Offsets) -> Self {
        .record { fields throws(JSONFieldError) in
            let number = try fields.required("number", .count)
            let startedAt = try fields.required("startedUSec", offsets.instant)
            let endedAt = try fields.required("endedUSec", offsets.instant)
            let hasFailed = try fields.optional("failureKind", .string) != nil
            return OperationStatus.Attempt(
                number: number,
                startedAt: startedAt,
                endedAt: endedAt,
                failure: hasFailed ? try Failure(reading: &fields) : nil
            )
        }
    }
}

extension FallbackUse {
    var json: JSON {
        var object: JSONObject = ["source": JSON(message: source)]
        object["ageUSec"] = age.map { JSON(microsecondsOf: $0) }
        return .object(object)
    }
}

extension JSONReading<FallbackUse> {
    static var fallback: Self {
        .record { fields throws(JSONFieldError) in
            FallbackUse(
                source: try fields.required("source", .string),
                age: try fields.optional("ageUSec", .microsecondSpan)
            )
        }
    }
}

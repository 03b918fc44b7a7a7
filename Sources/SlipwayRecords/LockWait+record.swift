internal import Slipway
internal import SlipwayJSON

extension OperationStatus.LockWait {
    var json: JSON {
        var object: JSONObject = ["lock": .string(lock.name)]
        object["durationUSec"] = JSON(microsecondsOf: duration)
        object["holder"] = holder.map { .string($0) }
        return .object(object)
    }
}

extension JSONReading<OperationStatus.LockWait> {
    static var lockWait: Self {
        .record { fields throws(JSONFieldError) in
            OperationStatus.LockWait(
                lock: Lock(try fields.required("lock", .string)),
                duration: try fields.required("durationUSec", .microsecondSpan),
                holder: try fields.optional("holder", .string)
            )
        }
    }
}

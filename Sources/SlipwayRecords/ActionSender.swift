package import SlipwayJSON

/// The sender of a launch action, as the kernel recorded it at connect time.
package struct ActionSender: Hashable, Sendable {
    /// The user.
    package var uid: UInt32
    /// The process; it may have ended, and another process may have its number.
    package var pid: Int32

    /// Creates a sender.
    package init(uid: UInt32, pid: Int32) {
        self.uid = uid
        self.pid = pid
    }
}

extension ActionSender {
    /// The sender as `org.slipway.Launch` writes it: type `Sender`.
    package var json: JSON { ["uid": .integer(Int64(uid)), "pid": .integer(Int64(pid))] }
}

extension JSONReading<ActionSender> {
    /// Reads the type `Sender`.
    package static var sender: Self {
        .record { fields throws(JSONFieldError) in
            ActionSender(
                uid: UInt32(clamping: try fields.required("uid", .count)),
                pid: Int32(clamping: try fields.required("pid", .count))
            )
        }
    }
}

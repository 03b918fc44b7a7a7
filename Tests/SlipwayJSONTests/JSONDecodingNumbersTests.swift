import SlipwayJSON
import Testing

struct JSONDecodingNumbersTests {
    private func readsItsEnds<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws {
        for end in [Int64(clamping: Number.min), Int64(clamping: Number.max)] {
            #expect(try JSON.integer(end).decode(type) == Number(end))
            #expect(
                try (["n": .integer(end)] as JSON).decode([String: Number].self)["n"] == Number(end)
            )
            #expect(try ([.integer(end)] as JSON).decode([Number].self) == [Number(end)])
        }
    }

    @Test func everyWidthReadsItsWholeRangeUpTo64Bits() throws {
        try readsItsEnds(Int.self)
        try readsItsEnds(Int8.self)
        try readsItsEnds(Int16.self)
        try readsItsEnds(Int32.self)
        try readsItsEnds(Int64.self)
        try readsItsEnds(Int128.self)
        try readsItsEnds(UInt.self)
        try readsItsEnds(UInt8.self)
        try readsItsEnds(UInt16.self)
        try readsItsEnds(UInt32.self)
        try readsItsEnds(UInt64.self)
        try readsItsEnds(UInt128.self)
    }

    @Test func a128BitMemberIsReadLikeTheOthers() throws {
        struct Wide: Decodable, Hashable {
            var signed: Int128
            var unsigned: UInt128?
        }
        #expect(
            try (["signed": -1, "unsigned": 2] as JSON).decode(Wide.self)
                == Wide(signed: -1, unsigned: 2)
        )
        let fault = #expect(throws: JSONDecodingFault.self) { try ([:] as JSON).decode(Wide.self) }
        #expect(fault?.reason == "is missing; expected a whole number")
    }

    @Test(arguments: [("1.0", 1), ("1e3", 1000), ("-0.0", 0), ("9007199254740992.0", 1 << 53)])
    func aWholeNumberMayHaveAFractionOrAnExponent(text: String, value: Int) throws {
        #expect(try JSON(parsing: text).decode(Int.self) == value)
    }

    /// A number, a type that does not hold it, and what is said of it.
    private struct Misfit: Sendable {
        var text: String
        var reason: String
        var read: @Sendable (JSON) throws(JSONDecodingFault) -> Void

        init<Value: Decodable & Sendable>(_ text: String, as type: Value.Type, _ reason: String) {
            self.text = text
            self.reason = reason
            read = { json throws(JSONDecodingFault) in _ = try json.decode(type) }
        }
    }

    @Test(
        arguments: [
            Misfit("256", as: UInt8.self, "is out of range; expected a whole number from 0 to 255"),
            Misfit("-1", as: UInt8.self, "is out of range; expected a whole number from 0 to 255"),
            Misfit(
                "256.0",
                as: UInt8.self,
                "is out of range; expected a whole number from 0 to 255"
            ),
            Misfit(
                "1e17",
                as: UInt8.self,
                "is out of range; expected a whole number from 0 to 255"
            ),
            Misfit(
                "1e300",
                as: Int8.self,
                "is out of range; expected a whole number from -128 to 127"
            ),
            Misfit(
                "0.5",
                as: Int16.self,
                "has a fraction; expected a whole number from -32768 to 32767"
            ),
            Misfit("0.5", as: Int.self, "has a fraction; expected a whole number"),
            Misfit("0.5", as: UInt.self, "has a fraction; expected a whole number from 0 on"),
            Misfit(
                "18446744073709551615",
                as: UInt64.self,
                "is out of range; expected a whole number from 0 to 9223372036854775807"
            ),
            Misfit(
                "-1e17",
                as: UInt64.self,
                "is out of range; expected a whole number from 0 to 9223372036854775807"
            ),
            Misfit(
                "9007199254740994.0",
                as: Int64.self,
                "is too large to be written with a fraction or an exponent; expected a whole "
                    + "number from -9223372036854775808 to 9223372036854775807"
            ),
            Misfit("true", as: Int.self, "is a boolean; expected a whole number"),
            Misfit(
                "1e39",
                as: Float.self,
                "is out of range; expected a number from -3.4028235e+38 to 3.4028235e+38"
            ),
            Misfit(#""1""#, as: Float.self, "is a string; expected a number"),
            Misfit(#""1""#, as: Double.self, "is a string; expected a number"),
        ]
    )
    private func aNumberThatDoesNotFitIsNamedWithWhatDoes(misfit: Misfit) throws {
        let json = try JSON(parsing: misfit.text)
        let fault = #expect(throws: JSONDecodingFault.self) { try misfit.read(json) }
        #expect(fault?.reason == misfit.reason)
    }

    @Test func aNumberIsRoundedToADouble() throws {
        #expect(try JSON.integer(.max).decode(Double.self) == 0x1p63)
        #expect(try JSON(0.1).decode(Float.self) == 0.1)
    }
}

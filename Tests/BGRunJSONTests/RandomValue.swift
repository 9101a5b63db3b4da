// Values of every kind for round trips.
import BGRunJSON

func randomValue(depth: Int, _ random: inout Seeded) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
    case 0: return nil
    case 1: return .bool(.random(using: &random))
    case 2:
        return .integer(Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0..<64, using: &random))
    case 3:
        let number = Double(bitPattern: random.next())
        return .number(number.isFinite ? number : 0.5)
    case 4, 5: return .string(randomString(&random))
    case 6:
        let count = Int.random(in: 0..<5, using: &random)
        return .array((0..<count).map { _ in randomValue(depth: depth - 1, &random) })
    default:
        var object = JSONObject()
        for _ in 0..<Int.random(in: 0..<20, using: &random) {
            object[randomString(&random)] = randomValue(depth: depth - 3, &random)
        }
        return .object(object)
    }
}

private func randomString(_ random: inout Seeded) -> String {
    var string = ""
    let largest: [UInt32] = [0x20, 0x7F, 0x7F, 0x7F, 0x7FF, 0xFFFF, 0x10FFFF]
    for _ in 0..<Int.random(in: 0..<24, using: &random) {
        let limit = largest[Int.random(in: 0..<largest.count, using: &random)]
        if let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &random)) {
            string.unicodeScalars.append(scalar)
        }
    }
    return string
}

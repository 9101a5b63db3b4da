// What counts as the page that the policy names.
import BGRunJob
import Testing

@testable import BGRunDevice

private func isExpected(_ answer: String, _ text: String = "here I am") -> Bool {
    let check = OnlineCheck(endpoint: Endpoint(host: "a", port: 80), path: "/", answer: text)
    return OnlineProbe.isExpected(Array(answer.utf8), check)
}

// B-33
@Suite struct `The page that the policy names` {
    @Test func `is known by its status and its text`() {
        #expect(isExpected("HTTP/1.1 200 OK\r\nServer: a\r\n\r\nhere I am\n"))
        #expect(isExpected("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhere I am\n"))
        #expect(isExpected("HTTP/1.0 200\r\n\r\n here I am"))
        #expect(isExpected("HTTP/1.1 204 No Content\r\n\r\n", ""))
        #expect(isExpected("HTTP/1.1 200 OK\r\n\r\n", " "))
    }

    @Test(
        arguments: [
            "", "HTTP", "HTTP/1.", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\n\nhere I am",
            "HTTP/1.1 302 Found\r\nLocation: http://portal/\r\n\r\nhere I am",
            "HTTP/1.1 200 OK\r\n\r\n<html>log in</html>", "HTTP/1.1 200 OK\r\n\r\nhere I am, or not",
            "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\nhere I am",
            "HTTP/1.1 200 OK\r\ncontent-length: 400\r\n\r\nhere I am", "HTTP/1.10 200 OK\r\n\r\nhere I am",
            "HTTP/1.1  200 OK\r\n\r\nhere I am, twice", "SSH-2.0-OpenSSH_9.2\r\n",
        ])
    func `is not what else answers`(_ answer: String) { #expect(!isExpected(answer)) }

    @Test func `is no text where it is to be empty`() {
        #expect(!isExpected("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n", ""))
        #expect(!isExpected("HTTP/1.1 200 OK\r\n\r\n<html>log in</html>", ""))
        #expect(!isExpected("HTTP/1.1 302 Found\r\n\r\n", ""))
    }

    @Test func `is not looked for in an answer without an end`() {
        #expect(!isExpected("HTTP/1.1 200 OK\r\n\r\nhere I am" + String(repeating: " ", count: 16_384)))
    }

    @Test func `is asked for in the words of HTTP`() {
        let check = OnlineCheck(endpoint: Endpoint(host: "a.example", port: 8080), path: "/b?c", answer: "")
        let request = String(decoding: OnlineProbe.request(for: check), as: UTF8.self)
        #expect(request.hasPrefix("GET /b?c HTTP/1.0\r\nHost: a.example:8080\r\n"))
        #expect(request.hasSuffix("\r\n\r\n"))
        let plain = OnlineCheck(endpoint: Endpoint(host: "::1", port: 80), path: "/", answer: "")
        #expect(
            String(decoding: OnlineProbe.request(for: plain), as: UTF8.self).contains("\r\nHost: [::1]\r\n"))
    }
}

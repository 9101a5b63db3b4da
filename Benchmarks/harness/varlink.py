"""The least of a Varlink client: one call, one reply."""

import json
import socket

DEADLINE = 30


class Refused(Exception):
    """The daemon answered with an error; `name` is which."""

    def __init__(self, reply):
        super().__init__(json.dumps(reply))
        self.name = reply["error"]


class Connection:
    def __init__(self, path, interface="org.bgrun.Scheduler"):
        self.interface = interface
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(DEADLINE)
        self.socket.connect(path)
        self.rest = b""

    def send(self, method, **parameters):
        message = {"method": f"{self.interface}.{method}", "parameters": parameters}
        self.socket.sendall(json.dumps(message).encode() + b"\0")

    def receive(self):
        while b"\0" not in self.rest:
            piece = self.socket.recv(65536)
            if not piece:
                raise ConnectionError("the daemon has hung up")
            self.rest += piece
        text, _, self.rest = self.rest.partition(b"\0")
        reply = json.loads(text)
        if "error" in reply:
            raise Refused(reply)
        return reply["parameters"]

    def call(self, method, **parameters):
        self.send(method, **parameters)
        return self.receive()

    def close(self):
        self.socket.close()

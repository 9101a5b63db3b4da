"""Answers one request of the guest's for a page: what NetworkManager expects, or a redirection while a file is there."""
import os
import sys

while sys.stdin.readline().strip():
    pass
if os.path.exists(sys.argv[1]):
    body, head = "Please log in.\n", "HTTP/1.1 302 Found\r\nLocation: http://10.0.2.100/login"
else:
    body, head = "NetworkManager is online\n", "HTTP/1.1 200 OK"
sys.stdout.write(f"{head}\r\nContent-Type: text/plain\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}")

"""A mail server (aiosmtpd) for the tests: it prints its port, then every message that it accepts, as lines of JSON.

Usage: smtp_server.py plain | smtp_server.py secure FOLDER USER PASSWORD
`secure` offers STARTTLS, refuses whatever comes before it and whoever does not sign in, and writes the certificate of its
authority to FOLDER/authority.pem.
"""

import asyncio
import json
import ssl
import sys

import trustme
from aiosmtpd.smtp import SMTP, AuthResult

HOST = "127.0.0.1"


class Printer:
    async def handle_DATA(self, server, session, envelope):
        message = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "text": envelope.content.decode("utf-8"),
            "secure": session.ssl is not None,
            "user": session.auth_data,
        }
        print(json.dumps(message), flush=True)
        return "250 accepted"


def secure(folder, user, password):
    authority = trustme.CA()
    authority.cert_pem.write_to_path(f"{folder}/authority.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(HOST).configure_cert(context)

    def signs_in(server, session, envelope, mechanism, data):
        is_right = data.login.decode() == user and data.password.decode() == password
        return AuthResult(success=is_right, handled=is_right, auth_data=data.login.decode())

    return {"tls_context": context, "require_starttls": True, "auth_required": True, "authenticator": signs_in}


async def serve(options):
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Printer(), hostname=HOST, loop=loop, **options), HOST, 0)
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    await server.serve_forever()


asyncio.run(serve(secure(*sys.argv[2:]) if sys.argv[1] == "secure" else {}))

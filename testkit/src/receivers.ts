import { once } from 'node:events'
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, isIP } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { generate } from 'selfsigned'
import { SMTPServer } from 'smtp-server'

export interface ReceivedRequest {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver of webhooks over TLS, under a name or an IP address, with a certificate for it that only its own authority issued. */
export async function webhookReceiver(
  answer: (res: ServerResponse, request: ReceivedRequest) => void,
  name = 'hooks.example',
) {
  const altName = isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name }
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keySize: 2048,
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [altName] },
    ],
  })
  const received: ReceivedRequest[] = []
  const listener: RequestListener = async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const request = { method: req.method, url: req.url, headers: req.headers, body: Buffer.concat(chunks).toString() }
    received.push(request)
    answer(res, request)
  }
  const server: Server = createServer({ key, cert }, listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    received,
    certificate: cert,
    host: `${name}:${port}`,
    url: `https://${name}:${port}/services/T0/B0/x`,
    /** Finds the receiver under its name, as the name server of its domain would. */
    resolver: async () => [{ address: '127.0.0.1', family: 4 }],
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type WebhookReceiver = Awaited<ReturnType<typeof webhookReceiver>>

/** An SMTP server that takes every email, or answers an error; at once, or when the promise is settled. */
export async function smtpReceiver(
  rejection: () => string | undefined | Promise<string | undefined> = () => undefined,
) {
  const received: ParsedMail[] = []
  const raw: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const problem = await rejection()
        if (problem !== undefined) return done(Object.assign(new Error(problem), { responseCode: 451 }))
        const text = Buffer.concat(chunks).toString()
        raw.push(text)
        simpleParser(text).then((mail) => {
          received.push(mail)
          done()
        }, done)
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  // A client that is killed in the middle of a message resets its connection.
  server.on('error', () => {})
  const { port } = server.server.address() as AddressInfo
  return {
    received,
    raw,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

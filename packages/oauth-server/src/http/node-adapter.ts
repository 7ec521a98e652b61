import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpAnswer, HttpRequest } from './exchange.ts'

export function requestFrom(raw: IncomingMessage): HttpRequest {
  const [path = '/', query = ''] = split(raw.url ?? '/')
  return {
    method: raw.method ?? 'GET',
    path,
    query,
    header(name) {
      const value = raw.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    body: (bytesMax) => readBody(raw, bytesMax),
    raw,
  }
}

export function send(response: ServerResponse, answer: HttpAnswer, withBody: boolean): void {
  response.writeHead(answer.status, { ...answer.headers, 'Content-Length': Buffer.byteLength(answer.body) })
  response.end(withBody ? answer.body : undefined)
}

function split(url: string): readonly [string, string] {
  const mark = url.indexOf('?')
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
}

function readBody(raw: IncomingMessage, bytesMax: number): Promise<Buffer | 'too_large'> {
  if (raw.readableEnded) throw new Error('The body was read before: mount the OAuth handler above any body parser.')
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | 'too_large'>()
  const chunks: Buffer[] = []
  let bytes = 0
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    // Goes on reading, into nothing: a client that is still sending would not hear the answer otherwise.
    if (bytes > bytesMax) resolve('too_large')
    else chunks.push(chunk)
  })
  raw.once('end', () => resolve(Buffer.concat(chunks)))
  raw.once('error', reject)
  raw.once('close', () => {
    if (!raw.readableEnded) reject(new Error('The request was aborted.'))
  })
  return promise
}

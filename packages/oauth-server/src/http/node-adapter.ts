import type { IncomingMessage, ServerResponse } from 'node:http'
import { BodyRejected, readBody } from '@footfall/http-primitives'
import type { HttpRequest, HttpResponse } from './exchange.ts'

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
    body: (bytesMax) => boundedBody(raw, bytesMax),
    raw,
  }
}

export function send(raw: ServerResponse, { status, headers, body }: HttpResponse, withBody: boolean): void {
  raw.statusCode = status
  for (const [name, value] of Object.entries(headers)) raw.setHeader(name, value)
  raw.setHeader('Content-Length', Buffer.byteLength(body))
  raw.end(withBody ? body : undefined)
}

function split(url: string): readonly [string, string] {
  const mark = url.indexOf('?')
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
}

async function boundedBody(raw: IncomingMessage, bytesMax: number): Promise<Buffer | 'too_large'> {
  try {
    return await readBody(raw, { bytesMax })
  } catch (error) {
    if (error instanceof BodyRejected && error.failure === 'too_large') return 'too_large'
    throw error
  }
}

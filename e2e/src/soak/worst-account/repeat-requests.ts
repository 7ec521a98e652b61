// The attackers of `attack.ts`, in a separate process, so that measurements of the quiet account do not wait for their work.
import { type ClientRequest, request } from 'node:http'
import process from 'node:process'
import { Readable } from 'node:stream'
import { pause } from '../../event-load.ts'
import type { Attacker, FromAttack, ToAttack } from './attack.ts'

const AGAIN_MS = 500
const CHUNK_BYTES = 64 * 1024
const LINE = Buffer.from(
  `${JSON.stringify({ name: 'pageview', url: `https://shop.example/${'x'.repeat(300)}`, timestamp: new Date().toISOString() })}\n`,
)
const CHUNK = Buffer.alloc(Math.floor(CHUNK_BYTES / LINE.length) * LINE.length, LINE)

process.once('message', ({ url, attackers }: ToAttack) => {
  const statuses = new Map<number, number>()
  const stopping = new AbortController()
  const running = attackers.map((attacker) => repeat(url, attacker, statuses, stopping.signal))
  process.once('message', async () => {
    stopping.abort()
    await Promise.all(running)
    const done: FromAttack = { statuses: [...statuses] }
    process.send?.(done, () => process.exit(0))
  })
})

async function repeat(url: string, attacker: Attacker, statuses: Map<number, number>, signal: AbortSignal) {
  for (let i = 0; !signal.aborted; i++) {
    const status = await statusOf(url, attacker, i, signal)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status < 200 || status > 299) await pause(AGAIN_MS)
  }
}

/** 0 where there was no response. */
function statusOf(url: string, { paths, method, headers, sends }: Attacker, i: number, signal: AbortSignal) {
  return new Promise<number>((resolve) => {
    const asking: ClientRequest = request(
      url + (paths[i % paths.length] ?? ''),
      {
        method,
        headers: { ...headers, ...(sends.kind === 'file' && { 'content-length': wholeChunks(sends.bytes) }) },
        signal,
      },
      (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
        response.once('error', () => resolve(0))
      },
    )
    asking.once('error', () => resolve(0))
    if (sends.kind === 'nothing') asking.end()
    else if (sends.kind === 'batch') asking.end(batchOf(i))
    else
      Readable.from(fileOf(sends.bytes))
        .on('error', () => asking.destroy())
        .pipe(asking)
  })
}

const wholeChunks = (bytes: number) => Math.ceil(bytes / CHUNK.length) * CHUNK.length

function* fileOf(bytes: number) {
  for (let sent = 0; sent < bytes; sent += CHUNK.length) yield CHUNK
}

let batches = 0

function batchOf(round: number): string {
  const batch = ++batches
  const events = Array.from({ length: 1_000 }, (_, i) => ({
    name: `event ${batch} ${i}`,
    url: `https://attack.example/${batch}/${round}/${i}`,
    timestamp: new Date().toISOString(),
    ip: `198.18.${batch % 256}.${i % 256}`,
    user_agent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + (i % 50)}.0.0.${batch} Safari/537.36`,
  }))
  return JSON.stringify({ events })
}

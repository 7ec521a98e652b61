import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { createForwarder, type Message, parseMessage } from './bridge.ts'
import type { BridgeSettings } from './bridge-settings.ts'

const PARSE_ERROR = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_700, message: 'Parse error: a line is one JSON-RPC message.' },
}

/** Transports one JSON-RPC message a line in both directions, until input has ended and all answers are written. */
export async function bridgeStdio(
  settings: BridgeSettings,
  input: Readable,
  output: Writable,
  errors: Writable,
): Promise<void> {
  const warn = (line: string) => errors.write(`footfall-mcp: ${line}\n`)
  if (settings.insecure) warn('SERVICE_URL is plain http, so others can read the token')
  const write = (message: unknown) => output.write(`${JSON.stringify(message)}\n`)
  const forward = createForwarder(settings, warn)
  const running = new Set<Promise<void>>()
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    const message = parseMessage(line)
    if (message === undefined) write(PARSE_ERROR)
    else track(running, answer(message))
  }
  await Promise.all(running)

  async function answer(message: Message): Promise<void> {
    const reply = await forward(message)
    if (reply !== undefined) write(reply)
  }
}

function track(running: Set<Promise<void>>, work: Promise<void>): void {
  running.add(work)
  void work.finally(() => running.delete(work))
}

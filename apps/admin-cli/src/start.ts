import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import process from 'node:process'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { endWhenWritten } from '@footfall/operate'
import { run } from './program.ts'

// A reader such as `head` may close the pipe before everything is written. That is not an error.
process.stdout.on('error', (error) => {
  if ('code' in error && error.code === 'EPIPE') process.exit()
  throw error
})

async function askAtTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

const code = await run(process.argv.slice(2), {
  environment: process.env,
  clock: { now: () => Date.now() },
  random: { bytes: (count) => randomBytes(count) },
  interactive: process.stderr.isTTY === true,
  columns: process.stdout.columns,
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  fetch: globalThis.fetch,
  wait: (milliseconds) => wait(milliseconds),
  hostname,
  draw: (text) => process.stderr.write(text),
  ask: (question) => (process.stdin.isTTY === true ? askAtTerminal(question) : Promise.resolve(undefined)),
  readStdin: async () => (await text(process.stdin)).replace(/\r?\n$/, ''),
})
await endWhenWritten(code)

import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { run } from './program.ts'

// A reader such as `head` may close the pipe before everything is written; that is not a failure.
process.stdout.on('error', (error) => {
  if ('code' in error && error.code === 'EPIPE') process.exit()
  throw error
})

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  clock: { now: () => Date.now() },
  random: { bytes: (count) => randomBytes(count) },
  interactive: process.stderr.isTTY === true,
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  draw: (text) => process.stderr.write(text),
  readStdin: async () => (await text(process.stdin)).replace(/\r?\n$/, ''),
})

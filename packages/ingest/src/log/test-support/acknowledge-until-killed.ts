/**
 * Appends numbered events concurrently and writes each number to standard output once it is acknowledged. A test starts
 * and kills it: `node … DIRECTORY FIRST_NUMBER`.
 */
import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { eventRow } from '@footfall/warehouse/test-support'
import { openLog } from '../log.ts'
import { record } from '../records.ts'

const [directory = '', first = '0'] = process.argv.slice(2)
const random = { bytes: (count: number) => randomBytes(count) }
const log = await openLog({ directory, random, clock: { now: () => Date.parse('2026-11-20T12:00:00Z') } })
let next = Number(first)

async function appendForever(): Promise<never> {
  for (;;) {
    const number = next++
    await log.append([record('events', eventRow({ name: `event ${number}` }))])
    // Not `writeSync`, which fails where the reader is slower than this process.
    await new Promise((resolve) => process.stdout.write(`${number}\n`, resolve))
  }
}

await Promise.all(Array.from({ length: 50 }, appendForever))

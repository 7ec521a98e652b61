/** Drains a log into an embedded engine and is killed between the insert and the deletion of the segment. */
import { randomBytes } from 'node:crypto'
import { createSchema, openEngine } from '@footfall/warehouse'
import { eventRow } from '@footfall/warehouse/test-support'
import { startDrain } from '../drain.ts'
import { openLog } from '../log.ts'
import { record } from '../records.ts'

const [logDirectory = '', enginePath = ''] = process.argv.slice(2)
const quiet = { info() {}, warn() {}, error() {} }
const random = { bytes: (count: number) => randomBytes(count) }
const engine = await openEngine({ embedded: { path: enginePath } })
await createSchema(engine)
const clock = { now: () => Date.parse('2026-11-20T12:00:00Z') }
const log = await openLog({ directory: logDirectory, random, clock })
const rows = Array.from({ length: 500 }, (_, i) => eventRow({ visitor: String(i + 1), visit: String(i + 1) }))
await log.append(rows.map((row) => record('events', row)))
const dying = {
  ...log,
  async remove() {
    process.kill(process.pid, 'SIGKILL')
  },
}
await startDrain({ clock, log: dying, engine, logger: quiet, intervalMs: 1_000_000 }).flush()

import { createHash } from 'node:crypto'
import { defaultSettings, ProductId, UTC } from '@footfall/core-domain'
import { createSchema, openEngine } from '@footfall/warehouse'
import { openGeo } from '../../enrich/geo.ts'
import { importEvents } from '../import-events.ts'

/**
 * An import in its own process: node import-child.ts DIRECTORY FILE [PHASE MS]. It kills itself so long after its first progress in the
 * phase; a process that watched it might hear of that when the import has ended.
 */
const [directory = '', file = '', killedIn, killedAfterMs] = process.argv.slice(2)
const die = () => process.kill(process.pid, 'SIGKILL')
const engine = await openEngine({ embedded: { path: `${directory}/clickhouse` } })
await createSchema(engine)
let bytes = 0
const summary = await importEvents({
  engine,
  profile: { product: ProductId.parse('prd_killed'), ...defaultSettings(UTC) },
  file,
  format: 'ndjson',
  stateDir: `${directory}/imports`,
  geo: await openGeo(),
  threads: 2,
  clock: { now: () => Date.parse('2026-11-20T12:00:00Z') },
  random: { bytes: (count) => createHash('sha512').update(`${process.pid}:${bytes++}`).digest().subarray(0, count) },
  blockBytes: 256 * 1024,
  sliceRows: 2000,
  onProgress({ phase }) {
    if (phase === killedIn) setTimeout(die, Number(killedAfterMs))
  },
})
process.stdout.write(JSON.stringify(summary))
await engine.close()

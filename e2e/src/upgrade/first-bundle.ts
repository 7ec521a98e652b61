import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openEngine } from '@footfall/warehouse'

/** Who and what is in the data of the first bundle. */
export const FIRST_BUNDLE = {
  email: 'ada@example.com',
  password: 'four lamps on a quiet pier',
  product: 'prd_DuYdCEaQHyT3hxtbIZzB',
  /** Three visits on two days. One of the pageviews is in the ingest log only. */
  numbers: { visits: 3, pageviews: 5, events: 5 },
} as const

const DAY_MS = 86_400_000
/** Number, time of its first event, and token, as in the names that the first bundle gave. */
const SEGMENT = '000000000001-1791281100000-AAAAAAAAAAAAAAAAAAAA.log'

/**
 * Fills a new DATA_DIR as the first bundle left it: the statements and rows of its control data, the tables that it made
 * in the engine, and a file of its ingest log (`docs/decisions/upgrade-test.md`). The events are of the last days.
 */
export async function dataOfFirstBundle(dataDir: string): Promise<void> {
  for (const folder of ['clickhouse', 'ingest']) await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 })
  const control = new DatabaseSync(join(dataDir, 'footfall.sqlite'))
  control.exec(`pragma journal_mode = wal; ${await stored('control-data.sql')}`)
  control.close()

  const engine = await openEngine({ embedded: { path: join(dataDir, 'clickhouse') } })
  try {
    for (const statement of (await stored('engine.sql')).split(';\n')) if (statement.trim()) await engine.run(statement)
    await engine.insert('events', 'JSONEachRow', recent(await stored('events.ndjson')), 'first bundle')
  } finally {
    await engine.close()
  }
  await writeFile(join(dataDir, 'ingest', SEGMENT), recent(await stored('ingest-log.txt')))
}

const stored = (name: string) => readFile(new URL(`first-bundle/${name}`, import.meta.url), 'utf8')

/** Moves the two days of the stored events, so that they stay within every retention. */
function recent(text: string): string {
  return text.replaceAll('2026-10-05', daysAgo(3)).replaceAll('2026-10-06', daysAgo(2))
}

/** A day in UTC, as `YYYY-MM-DD`. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
}

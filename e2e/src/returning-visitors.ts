import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FOOTFALL } from './footfall-command.ts'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7

/** The first day of the week in UTC, weeks begin on Monday, and that of some weeks before. */
export function mondayBefore(now: Date, weeks: number): string {
  const sinceMonday = (now.getUTCDay() + 6) % WEEK_DAYS
  return dayAfter(now, -sinceMonday - weeks * WEEK_DAYS)
}

export function dayAfter(day: Date | string, days: number): string {
  return new Date(new Date(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** The name of a visitor of a cohort. */
export const nameOf = (cohort: number, visitor: number) => `u-${cohort + 1}${String(visitor).padStart(3, '0')}`

/**
 * Imports a pageview of named visitors on the Wednesday of each week in which they came. A cohort lists how many of its
 * visitors came in its first week and in each week since. No service may run on the directory.
 */
export async function importCohorts(
  dataDir: string,
  product: string,
  firstMonday: string,
  cohorts: readonly (readonly number[])[],
): Promise<void> {
  const events = cohorts.flatMap((cohort, start) =>
    cohort.flatMap((visitors, since) =>
      Array.from({ length: visitors }, (_, visitor) => ({
        timestamp: `${dayAfter(firstMonday, (start + since) * WEEK_DAYS + 2)}T12:00:00Z`,
        name: 'pageview',
        url: 'https://www.example.com/',
        visitor: nameOf(start, visitor),
      })),
    ),
  )
  const file = join(dataDir, 'returning-visitors.ndjson')
  await writeFile(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  const { status, stderr } = spawnSync(process.execPath, [FOOTFALL, 'import', file, '--product', product], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The import ended with ${status}:\n${stderr}`)
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { addDays, utcDate } from '@footfall/core-domain'

const PREPARE = join(import.meta.dirname, '../data/prepare.ts')
export const HISTORY_DAYS = 90
/** `BENCH_EVENTS` makes a smaller history, to try a bench. */
export const HISTORY_EVENTS = Number(process.env.BENCH_EVENTS ?? 5_000_000)
export const WEBSITE = '5f0c1a70-0000-4000-8000-000000000001'

export interface Prepared {
  readonly events: number
  readonly seconds: number
  readonly bytes: number
  readonly idleRss: number
  readonly peakRss: number
}

/** Days from the first day of the history to yesterday, which contain every visit. */
export function historyRange(days: number): { readonly from: string; readonly to: string } {
  const today = utcDate(Date.now())
  return { from: addDays(today, -days), to: addDays(today, -1) }
}

/** Fills a product in a data directory whose service does not run. */
export async function prepareHistory(dataDir: string, product: string, options: { readonly forPostgres: boolean }) {
  const firstDayMs = Date.parse(historyRange(HISTORY_DAYS).from)
  const args = [HISTORY_EVENTS, firstDayMs, HISTORY_DAYS].map(String)
  const child = fork(PREPARE, [dataDir, product, options.forPostgres ? WEBSITE : '-', ...args], {
    execArgv: ['--conditions=footfall-source'],
  })
  const reported = once(child, 'message')
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`preparing the history ended with ${code}`)
  const [result] = await reported
  return result as Prepared
}

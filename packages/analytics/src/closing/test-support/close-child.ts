import { randomBytes } from 'node:crypto'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { ProductId, UTC } from '@footfall/core-domain'
import { createSchema, type Engine, openEngine } from '@footfall/warehouse'
import { pageview } from '../../test-support/traffic.ts'
import { closeDays } from '../close-days.ts'
import { wrongDays } from './wrong-days.ts'

/** What the process is to do, as JSON in its first argument. */
export interface CloseChild {
  readonly engine: Parameters<typeof openEngine>[0]
  readonly product: string
  readonly nowMs: number
  /** An event to add before closing. */
  readonly late: { readonly at: string; readonly visit: number } | undefined
  /** The statement that writes, by number, at which it kills itself, and how long after the statement began. */
  readonly kill: { readonly statement: number; readonly afterMs: number } | undefined
}

const { engine: config, product: name, nowMs, late, kill }: CloseChild = JSON.parse(process.argv[2] ?? '')
const product = ProductId.parse(name)
const engine = await openEngine(config)
await createSchema(engine)

/** Kills the process while a statement runs. */
function deadly(inner: Engine, { statement, afterMs }: NonNullable<CloseChild['kill']>): Engine {
  let left = statement
  return {
    ...inner,
    async run(text, options) {
      const running = inner.run(text, options)
      if (left-- === 0) {
        await delay(afterMs)
        process.kill(process.pid, 'SIGKILL')
      }
      await running
    },
  }
}

process.stdout.write(`${JSON.stringify(await wrongDays(engine, product))}\n`)
if (late !== undefined) {
  const [visit, path] = [String(late.visit), `/late/${late.visit}`]
  const row = pageview(product, late.at, { visitor: visit, visit, path })
  await engine.insert('events', 'JSONEachRow', JSON.stringify(row), `late ${visit}`)
}
await closeDays(kill === undefined ? engine : deadly(engine, kill), {
  product,
  timezone: UTC,
  clock: { now: () => nowMs },
  random: { bytes: (count) => randomBytes(count) },
  seen: new Map(),
  isAnew: true,
})
process.stdout.write(`${JSON.stringify(await wrongDays(engine, product))}\n`)
await engine.close()

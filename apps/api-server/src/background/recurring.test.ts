import { StoreUnavailable } from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { recurring } from './recurring.ts'

/** Runs tasks side by side until each has run so often, and returns what they log. */
async function logOf(tasks: Readonly<Record<string, () => Promise<void>>>, runs: number): Promise<readonly string[]> {
  const lines: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) })
  const clock = settableClock()
  await Promise.all(
    Object.entries(tasks).map(([name, task]) => {
      let left = runs
      const { promise, resolve } = Promise.withResolvers<void>()
      const running = recurring(
        name,
        0,
        async () => {
          if (left-- === 0) resolve()
          await task()
        },
        { log, clock },
      )
      return promise.then(() => running.stop())
    }),
  )
  return lines
}

it('an outage that fails every task repeatedly is logged in one line without a stack', async () => {
  const away = async () => {
    throw new StoreUnavailable('control_database', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
  }
  const lines = await logOf({ Imports: away, Mail: away, Deliveries: away, 'Password resets': away }, 16)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('The control database does not respond.')
  expect(lines[0]).not.toMatch(/stack|recurring/)
})

it('a task that fails for another reason is logged once a minute under its own name, with its stack', async () => {
  const broken = async () => {
    throw new Error('a bug')
  }
  const lines = await logOf({ Imports: broken, Mail: broken }, 5)
  expect(lines.map((line) => JSON.parse(line).msg).sort()).toEqual([
    'Imports failed; it will be retried',
    'Mail failed; it will be retried',
  ])
  expect(lines[0]).toContain('"stack"')
})

import { expect, it } from 'vitest'
import type { Engine } from './engine.ts'
import { pausable } from './pausable.ts'

/** An engine whose writes end when the test says so. */
function slowEngine() {
  const log: string[] = []
  const ends: (() => void)[] = []
  const write = async (name: string) => {
    log.push(`${name} begins`)
    await new Promise<void>((end) => ends.push(end))
    log.push(`${name} ends`)
  }
  const engine: Engine = {
    kind: 'embedded',
    cluster: undefined,
    version: async () => '26.7.1',
    rows: async () => [],
    run: (sql) => write(sql),
    runOnFiles: async () => {},
    insert: (table) => write(table),
    ping: async () => {},
    close: async () => {},
  }
  return { engine: pausable(engine), log, endOne: () => ends.shift()?.() }
}
const settle = () => new Promise(setImmediate)

it('waits for earlier writes, and lets later ones wait until the work is done', async () => {
  const { engine, log, endOne } = slowEngine()
  const first = engine.insert('events', 'JSONEachRow', 'x', 't')
  const { promise: working, resolve: finish } = Promise.withResolvers<void>()
  const work = engine.whileUnchanged(async () => {
    log.push('work begins')
    await working
    log.push('work ends')
  })
  const second = engine.run('DELETE')
  await settle()
  expect(log).toEqual(['events begins'])
  endOne()
  await settle()
  expect(log).toEqual(['events begins', 'events ends', 'work begins'])
  expect(await engine.rows('SELECT 1')).toEqual([])
  finish()
  await work
  await settle()
  endOne()
  await Promise.all([first, second])
  expect(log).toEqual(['events begins', 'events ends', 'work begins', 'work ends', 'DELETE begins', 'DELETE ends'])
})

it('accepts writes again after work that failed', async () => {
  const { engine, log, endOne } = slowEngine()
  await expect(engine.whileUnchanged(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  const writing = engine.run('DELETE')
  await settle()
  endOne()
  await writing
  expect(log).toEqual(['DELETE begins', 'DELETE ends'])
})

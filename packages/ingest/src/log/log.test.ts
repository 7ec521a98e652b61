import { spawn } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { ServiceUnavailable } from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import { eventRow } from '@footfall/warehouse/test-support'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EventLog, openLog } from './log.ts'
import { eventOf, formatLine, record } from './records.ts'

let directory: string
const clock = settableClock()
const opened: EventLog[] = []
let seed = 0

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footfall-log-'))
})
afterEach(async () => {
  for (const log of opened.splice(0)) await log.close()
  await rm(directory, { recursive: true, force: true })
})

async function open(bytesMax?: number): Promise<EventLog> {
  const random = seededRandom(`log ${seed++}`)
  const log = await openLog({ directory, clock, random, ...(bytesMax === undefined ? {} : { bytesMax }) })
  opened.push(log)
  return log
}
const event = (name: string) => record('events', eventRow({ name }))

/** The names of all events in the log, oldest first. */
async function names(log: EventLog): Promise<string[]> {
  const segments = await log.rotate()
  const records = await Promise.all(segments.map((segment) => log.read(segment)))
  return records.flat().map((each) => eventOf(each)?.name ?? '')
}

describe('the ingest log', () => {
  it('returns appended records in order, with table and product', async () => {
    const log = await open()
    await Promise.all(['a', 'b', 'c'].map((name) => log.append([event(name)])))
    await log.append([event('d'), event('line\nbreak " and 💥')])
    expect(await names(log)).toEqual(['a', 'b', 'c', 'd', 'line\nbreak " and 💥'])
    const [segment] = await log.rotate()
    const [first] = segment ? await log.read(segment) : []
    expect(first).toMatchObject({ table: 'events', product: 'prd_test' })
  })

  it('keeps acknowledged events across a restart and forgets removed segments', async () => {
    const before = await open()
    await before.append([event('a')])
    const [gone] = await before.rotate()
    await before.append([event('b')])
    if (gone) await before.remove(gone)
    await before.close()
    const after = await open()
    expect(after.pending()).toMatchObject({ records: 1, since: clock.now() })
    expect(await names(after)).toEqual(['b'])
  })

  it('never reuses the token of a segment', async () => {
    const tokens = new Set<string>()
    for (let i = 0; i < 5; i++) {
      const log = await open()
      await log.append([event('x')])
      for (const segment of await log.rotate()) {
        tokens.add(segment.token)
        await log.remove(segment)
      }
      await log.close()
    }
    expect(tokens.size).toBe(5)
  })

  it('skips a last line that a crash cut off, and garbage between lines', async () => {
    const before = await open()
    await before.append([event('a'), event('b')])
    await before.close()
    const [file = ''] = (await readdir(directory)).filter((name) => name.endsWith('.log'))
    await appendFile(join(directory, file), '\0\0\0\n{"half\ne prd_test {"name":"c"')
    expect(await names(await open())).toEqual(['a', 'b'])
  })

  it('the ingest log has one owner at a time', async () => {
    const first = await open()
    await expect(open()).rejects.toThrow(`Process ${process.pid} on ${hostname()} uses`)
    await first.close()
    await expect(open()).resolves.toBeDefined()
  })

  it('rejects records beyond the log’s maximum size, calls onLost at once, and accepts records again when there is room', async () => {
    const log = await open(2 * formatLine(event('c')).length)
    await log.append([event('a')])
    await log.append([event('b')])
    let losses = 0
    const rejected = log.append([event('c')], () => losses++)
    expect(losses).toBe(1)
    await expect(rejected).rejects.toBeInstanceOf(ServiceUnavailable)
    for (const segment of await log.rotate()) await log.remove(segment)
    await log.append([event('d')])
    expect(await names(log)).toEqual(['d'])
  })

  it('rejects records when the disk fails, acknowledges none that are not stored, and recovers', async () => {
    const log = await open()
    await log.append([event('a')])
    await log.rotate()
    await rm(directory, { recursive: true })
    await writeFile(directory, 'in the way')
    const lost: string[] = []
    const rejected = ['b', 'c'].map((name) => log.append([event(name)], () => lost.push(name)))
    for (const each of rejected) await expect(each).rejects.toBeInstanceOf(ServiceUnavailable)
    expect(lost).toEqual(['b', 'c'])
    expect(log.status()).toMatchObject({ fault: 'not_writable', refused: 2 })
    await log.check()
    expect(log.status()).toMatchObject({ fault: 'not_writable' })
    await rm(directory)
    await mkdir(directory)
    await log.check()
    expect(log.status()).toMatchObject({ fault: undefined, refused: 2 })
    await log.append([event('d')])
    const last = (await log.rotate()).at(-1)
    expect(last && (await log.read(last)).map((each) => eventOf(each)?.name ?? '')).toEqual(['d'])
  })

  it('holds every acknowledged event exactly once after SIGKILL at any moment', async () => {
    const acknowledged = new Set<number>()
    for (let life = 0; life < 3; life++) {
      for (const number of await liveAndDie(life * 1_000_000, 300 + life * 400)) acknowledged.add(number)
    }
    const found = (await names(await open())).map((name) => Number(name.replace('event ', '')))
    const unique = new Set(found)
    expect(found).toHaveLength(unique.size)
    expect([...acknowledged].filter((number) => !unique.has(number))).toEqual([])
    expect(acknowledged.size).toBeGreaterThan(2000)
  })
})

/** Runs the child until it has acknowledged this many events, kills it, and returns all acknowledged events. */
function liveAndDie(first: number, enough: number): Promise<readonly number[]> {
  const script = fileURLToPath(new URL('./test-support/acknowledge-until-killed.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=footfall-source', script, directory, String(first)])
  return new Promise((resolve, reject) => {
    let output = ''
    let errors = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.split('\n').length > enough) child.kill('SIGKILL')
    })
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    child.on('close', () => {
      const whole = output.slice(0, output.lastIndexOf('\n') + 1)
      const numbers = whole.split('\n').filter(Boolean).map(Number)
      if (numbers.length >= enough) resolve(numbers)
      else reject(new Error(errors))
    })
  })
}

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IngestLogUnavailable, ServiceUnavailable } from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import { eventRow } from '@footfall/warehouse/test-support'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EventLog, openLog } from './log.ts'
import { eventOf, record } from './records.ts'
import { faultyDisk } from './test-support/faulty-disk.ts'

const MIB = 1024 ** 2
let directory: string
let clock: ReturnType<typeof settableClock>
let faulty: ReturnType<typeof faultyDisk>
let log: EventLog

async function open(bytesMax?: number): Promise<EventLog> {
  const options = { directory, clock, random: seededRandom('health'), disk: faulty.disk }
  return openLog(bytesMax === undefined ? options : { ...options, bytesMax })
}
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footfall-health-'))
  clock = settableClock()
  faulty = faultyDisk()
  log = await open()
})
afterEach(async () => {
  faulty.release()
  await log.close()
  await rm(directory, { recursive: true, force: true })
})

const event = (name: string) => record('events', eventRow({ name }))
async function names(): Promise<string[]> {
  const records = await Promise.all((await log.rotate()).map((segment) => log.read(segment)))
  return records.flat().map((each) => eventOf(each)?.name ?? '')
}

describe('the ingest log on a full disk', () => {
  it('reports a fault from the first failed write on, and rejects events without trying to write them', async () => {
    await log.append([event('a')])
    faulty.state.writes = 'fail'
    await expect(log.append([event('b')])).rejects.toBeInstanceOf(IngestLogUnavailable)
    const { tries } = faulty.state
    for (let i = 0; i < 20; i++) await expect(log.append([event('c')])).rejects.toBeInstanceOf(ServiceUnavailable)
    expect(faulty.state.tries).toBe(tries)
    expect(log.status()).toMatchObject({ fault: 'disk_full', refused: 21 })
  })

  it('reports the fault until a check can write again, then accepts events and has lost no acknowledged one', async () => {
    await log.append([event('a')])
    faulty.state.writes = 'fail'
    await expect(log.append([event('b')])).rejects.toBeInstanceOf(IngestLogUnavailable)
    await log.check()
    expect(log.status().fault).toBe('disk_full')
    faulty.state.writes = 'succeed'
    await log.check()
    expect(log.status().fault).toBeUndefined()
    await log.append([event('c')])
    expect(await names()).toEqual(['a', 'c'])
  })

  it('leaves no probe file behind, and recovers despite one that a crash left', async () => {
    faulty.state.writes = 'fail'
    await expect(log.append([event('a')])).rejects.toBeInstanceOf(IngestLogUnavailable)
    await log.check()
    await writeFile(join(directory, 'probe.tmp'), 'left by a crash')
    faulty.state.writes = 'succeed'
    await log.check()
    expect(log.status().fault).toBeUndefined()
    expect((await readdir(directory)).filter((name) => !name.startsWith('owner.'))).toEqual([])
  })

  it('reports a fault before the disk is full, while events are still accepted', async () => {
    faulty.state.freeBytes = 15 * MIB
    await log.check()
    expect(log.status()).toMatchObject({ fault: 'disk_full', freeBytes: 15 * MIB })
    await log.append([event('a')])
    expect(await names()).toEqual(['a'])
    faulty.state.freeBytes = 17 * MIB
    await log.check()
    expect(log.status().fault).toBeUndefined()
  })

  it('distinguishes a full disk from one that cannot be written for another reason', async () => {
    faulty.state.writes = 'fail'
    for (const [code, fault] of [
      ['EDQUOT', 'disk_full'],
      ['EROFS', 'not_writable'],
      ['EIO', 'not_writable'],
    ] as const) {
      faulty.state.writes = 'fail'
      faulty.state.code = code
      await expect(log.append([event('a')])).rejects.toBeInstanceOf(IngestLogUnavailable)
      expect(log.status().fault).toBe(fault)
      faulty.state.writes = 'succeed'
      await log.check()
    }
  })
})

describe('the ingest log at its maximum size', () => {
  it('reports a fault of a log at its maximum size until segments are delivered', async () => {
    await log.close()
    log = await open(10_000)
    expect(log.status().fault).toBeUndefined()
    for (let i = 0; log.status().fault === undefined && i < 100; i++) await log.append([event('a')])
    expect(log.status().fault).toBe('log_full')
    for (const segment of await log.rotate()) await log.remove(segment)
    expect(log.status().fault).toBeUndefined()
  })
})

describe('the ingest log on a disk that hangs', () => {
  it('reports a fault after five seconds, rejects later events at once, and stores the waiting one when the disk responds', async () => {
    faulty.state.writes = 'hang'
    const waiting = log.append([event('a')])
    await expect.poll(() => faulty.state.tries).toBeGreaterThan(0)
    clock.advance(5_000)
    expect(log.status().fault).toBeUndefined()
    clock.advance(1)
    expect(log.status().fault).toBe('not_responding')
    await expect(log.append([event('b')])).rejects.toBeInstanceOf(IngestLogUnavailable)
    faulty.release()
    await waiting
    expect(log.status().fault).toBeUndefined()
    expect(await names()).toEqual(['a'])
  })

  it('does not let events accumulate in memory without limit while the disk hangs', async () => {
    faulty.state.writes = 'hang'
    const first = log.append([event('first')])
    await expect.poll(() => faulty.state.tries).toBeGreaterThan(0)
    const large = event('x'.repeat(MIB))
    const outcomes = Array.from({ length: 70 }, () => log.append([large]).then(String, String))
    expect(log.status().refused).toBeGreaterThan(0)
    faulty.release()
    await first
    expect((await Promise.all(outcomes)).filter((outcome) => outcome === 'undefined').length).toBeLessThan(65)
  })
})

import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { type MemoryRecords, memoryRecords } from './index.ts'
import { memoryHost } from './test-support/memory-host.ts'
import { testRecordStore } from './testing.ts'

/** The titles of the tests that fail for a store with this fault. */
async function failures(
  fault: (records: MemoryRecords) => Partial<MemoryRecords>,
  patienceMs = 100,
): Promise<string[]> {
  const tests: { title: string; body: () => Promise<void> }[] = []
  const framework = {
    describe: (_title: string, body: () => void) => body(),
    it: (title: string, body: () => Promise<void>) => tests.push({ title, body }),
  }
  const records = memoryRecords()
  const open = async () => memoryHost({ ...records, ...fault(records) })
  testRecordStore(framework, 'memory', open, { rollsBack: false })
  const failed: string[] = []
  for (const { title, body } of tests) {
    // A store with a fault may let a request wait until its framework ends the test.
    const ended = await Promise.race([
      body().then(
        () => true,
        () => false,
      ),
      delay(patienceMs, false, { ref: false }),
    ])
    if (!ended) failed.push(title)
  }
  return failed
}

const faults: Record<string, (records: MemoryRecords) => Partial<MemoryRecords>> = {
  'gives every claim its key': () => ({ claim: async () => undefined }),
  'forgets what holds a key': ({ claim }) => ({
    claim: async (given) => (await claim(given)) && { ...given, state: 'executing' },
  }),
  'renews nothing': () => ({ renew: async () => true }),
  'releases nothing': () => ({ release: async () => {} }),
  'releases for any claim': ({ release, find }) => ({
    release: async (claim) => release((await find(claim)) ?? claim),
  }),
  'completes any claim': () => ({ complete: async () => true }),
  'completes for any claim': ({ complete, find }) => ({
    complete: async (tx, claim, completion) => complete(tx, (await find(claim)) ?? claim, completion),
  }),
  'purges a millisecond early': ({ purge }) => ({ purge: (now) => purge(now + 1) }),
  'purges nothing': () => ({ purge: async () => 0 }),
  'removes a millisecond early': ({ removeExpired }) => ({ removeExpired: (ref, now) => removeExpired(ref, now + 1) }),
  'retakes a claim that is not lapsed': ({ retake, find }) => ({
    retake: async (lapsed, next) => retake(lapsed, { ...next, claimedAt: ((await find(lapsed))?.leaseUntil ?? 0) + 1 }),
  }),
  'retakes nothing': () => ({ retake: async () => false }),
  'decides a millisecond early': ({ resolve }) => ({ resolve: (id, as, at) => resolve(id, as, at + 1) }),
  'decides nothing': () => ({ resolve: async () => ({ kind: 'missing' }) }),
  'lists the oldest first': ({ list }) => ({ list: async (filter) => (await list(filter)).toReversed() }),
  'lists without a limit': ({ list }) => ({ list: (filter) => list({ ...filter, limit: 1000 }) }),
  'calls no record blocked': ({ inspect }) => ({ inspect: (id) => inspect(id, 0) }),
}

describe('the contract of records', () => {
  it('the contract passes for the store in memory', async () => {
    expect(await failures(() => ({}), 600_000)).toEqual([])
  })

  it.each(Object.entries(faults))('the contract fails for a store of records that %s', async (_, fault) => {
    expect(await failures(fault)).not.toEqual([])
  })

  it('the contract runs under node:test', async () => {
    const file = fileURLToPath(new URL('test-support/memory-contract.ts', import.meta.url))
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { stdout } = await promisify(execFile)(process.execPath, ['--test-reporter=tap', file], { env })
    expect(stdout).toMatch(/^# fail 0$/m)
    expect(Number(/^# pass (\d+)$/m.exec(stdout)?.[1])).toBeGreaterThan(20)
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fingerprint, parseIdempotencyKey } from '@footfall/kernel'
import { type ControlData, openStore } from '@footfall/storage'
import { commitClaim, seededRandom, settableClock } from '@footfall/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { run } from '../program.ts'
import { testDependencies } from '../test-support/command-line.ts'

const LEASE_MS = 30_000
const clock = settableClock()
const random = seededRandom()
let dataDir: string
let control: ControlData
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'footfall-cli-idempotency-'))
  control = openStore({ sqlite: { path: join(dataDir, 'footfall.sqlite') } }, { clock, random })
  await control.migrate()
})
afterEach(async () => {
  await control.store.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function footfall(args: string): Promise<string> {
  const out: string[] = []
  const environment = { DATA_DIR: dataDir }
  await run(args.split(' '), testDependencies({ environment, clock, random, out: (text) => void out.push(text) }))
  return out.join('\n')
}

async function claim(id: string, leaseMs = LEASE_MS) {
  const key = parseIdempotencyKey(id)
  if (key === undefined) throw new Error('no key')
  const claimedAt = clock.now()
  const request = { owner: 'tok_1', key, operation: 'goals_create', fingerprint: fingerprint('goals_create', {}) }
  await commitClaim(
    { sqlite: { path: join(dataDir, 'footfall.sqlite') } },
    { ...request, id, claimedAt, leaseUntil: claimedAt + leaseMs },
  )
}

it('`idempotency list` shows blocked records first, however old, and says how many records it does not show', async () => {
  for (let i = 0; i < 2; i++) await claim(`idm_blocked${i}`)
  clock.advance(LEASE_MS)
  for (let i = 0; i < 60; i++) await claim(`idm_running${String(i).padStart(2, '0')}`, 10 * LEASE_MS)
  const text = await footfall('idempotency list')
  expect(text.split('\n')[1]).toMatch(/^idm_blocked1 +blocked /)
  expect(text.split('\n')[2]).toMatch(/^idm_blocked0 +blocked /)
  expect(text).toContain('\nNot shown: 12 records. --limit lists up to 1,000.')
  expect(await footfall('idempotency list --limit 1')).toContain('Not shown: 1 blocked record and 60 others.')
  const { records, more } = JSON.parse(await footfall('idempotency list --json --limit 3'))
  expect(records.map(({ status }: { status: string }) => status)).toEqual(['blocked', 'blocked', 'executing'])
  expect(more).toEqual({ blocked: 0, others: 59 })
  expect(await footfall('idempotency list --status blocked')).not.toContain('Not shown')
  expect(await footfall('idempotency list --status executing')).toContain('Not shown: 10 records.')
  expect(await footfall('idempotency list --limit 100')).not.toContain('Not shown')
})

import assert from 'node:assert/strict'
import type { Resolution, Resolver } from '../resolver.ts'
import { DAY_MS, LEASE_MS, type World } from './host.ts'

type Rules<Tx> = Readonly<Record<string, (world: World<Tx>) => Promise<void>>>

const RESOLUTIONS: readonly Resolution[] = ['executed', 'not-executed']

/** What operators can do with the records of a store. */
export const resolverRules = <Tx>(): Rules<Tx> => ({
  'lists records with their status, latest claim first': async (world) => {
    const { records } = world.host
    // After the claims of every other test in this store.
    world.advance(2000 * DAY_MS)
    const claims = []
    for (const owner of ['blocked', 'done', 'renewed', 'running']) {
      const claim = world.newClaim(world.request('input', `${world.name}-${owner}`))
      await records.claim(claim)
      claims.push(claim)
      if (owner === 'done') await world.complete(claim)
      if (owner === 'blocked') world.advance(LEASE_MS)
      world.advance(1)
    }
    const [blocked, done, renewed, running] = claims
    if (renewed) await records.renew(renewed, renewed.leaseUntil + LEASE_MS)
    const statuses = async (limit: number) => {
      const entries = await resolverOf(world).list({ now: world.now(), limit })
      return entries.map(({ status, record }) => [status, record.id])
    }
    const expected = [
      ['executing', running?.id],
      ['executing', renewed?.id],
      ['completed', done?.id],
      ['blocked', blocked?.id],
    ]
    assert.deepEqual(await statuses(4), expected)
    assert.deepEqual(await statuses(2), expected.slice(0, 2))
    for (const [status, ids] of [
      ['blocked', [blocked?.id]],
      ['executing', [running?.id, renewed?.id]],
      ['completed', [done?.id]],
    ] as const) {
      const entries = await resolverOf(world).list({ status, now: world.now(), limit: 100 })
      assert.deepEqual(
        entries.slice(0, ids.length).map(({ record }) => record.id),
        ids,
      )
      assert.deepEqual(new Set(entries.map((entry) => entry.status)), new Set([status]))
    }
  },

  'shows a record by its id': async (world) => {
    const held = await world.claimed()
    const record = { ...held, state: 'executing' }
    assert.deepEqual(await resolverOf(world).inspect(held.id, held.leaseUntil - 1), { status: 'executing', record })
    assert.deepEqual(await resolverOf(world).inspect(held.id, held.leaseUntil), { status: 'blocked', record })
    assert.equal(await resolverOf(world).inspect('nothing', world.now()), undefined)
  },

  ...forEach(RESOLUTIONS, (as) => [
    `resolves a record as ${as} only when its last renewed lease has ended`,
    async (world: World<Tx>) => {
      const held = await world.claimed()
      await world.host.records.renew(held, held.leaseUntil + 5)
      const early = await resolverOf(world).resolve(held.id, as, held.leaseUntil + 4)
      assert.equal(early.kind === 'not_blocked' && early.entry.status, 'executing')
      const { owner, key, operation } = held
      const at = held.leaseUntil + 5
      assert.deepEqual(await resolverOf(world).resolve(held.id, as, at), {
        kind: 'resolved',
        request: { owner, key, operation },
      })
      const record = await world.host.records.find(held)
      assert.equal(record?.state, as === 'executed' ? 'resolved_executed' : undefined)
      assert.equal(await world.complete(held), false)
    },
  ]),

  ...forEach(RESOLUTIONS, (as) => [
    `answers that there is nothing to resolve as ${as} where a record is completed, resolved or missing`,
    async (world: World<Tx>) => {
      const held = await world.claimed()
      await world.complete(held)
      world.advance(LEASE_MS)
      const completed = await resolverOf(world).resolve(held.id, as, world.now())
      assert.equal(completed.kind === 'not_blocked' && completed.entry.status, 'completed')
      const lost = world.newClaim(world.request('input', `${world.name}-lost`))
      await world.host.records.claim(lost)
      world.advance(LEASE_MS)
      await resolverOf(world).resolve(lost.id, 'executed', world.now())
      const again = await resolverOf(world).resolve(lost.id, as, world.now())
      assert.equal(again.kind === 'not_blocked' && again.entry.status, 'resolved_executed')
      assert.deepEqual(await resolverOf(world).resolve('nothing', as, world.now()), { kind: 'missing' })
    },
  ]),

  'executes a request that was resolved as not executed, and reports one that was resolved as executed': async (
    world,
  ) => {
    for (const [as, kind] of [
      ['not-executed', 'executed'],
      ['executed', 'resolved_executed'],
    ] as const) {
      const request = world.request('input', `${world.name}-${as}`)
      const lost = world.newClaim(request)
      await world.host.records.claim(lost)
      world.advance(LEASE_MS)
      await resolverOf(world).resolve(lost.id, as, world.now())
      world.advance(3 * DAY_MS)
      await world.host.records.purge(world.now())
      assert.equal((await world.coordinator().confirm(request, world.effect)).kind, kind)
    }
    assert.equal(await world.effects(), 1)
  },

  'gives a record to one of two decisions at the same time': async (world) => {
    const held = await world.claimed()
    world.advance(LEASE_MS)
    const decisions = RESOLUTIONS.map((as) => resolverOf(world).resolve(held.id, as, world.now()))
    const kinds = (await Promise.all(decisions)).map(({ kind }) => kind)
    assert.equal(kinds.filter((kind) => kind === 'resolved').length, 1)
  },
})

function resolverOf<Tx>({ host }: World<Tx>): Resolver<Tx> {
  if (host.resolver === undefined) throw new TypeError('The store has no resolver.')
  return host.resolver
}

function forEach<T, Rule>(values: readonly T[], rule: (value: T) => [string, Rule]): Record<string, Rule> {
  return Object.fromEntries(values.map(rule))
}

import assert from 'node:assert/strict'
import { fingerprint } from '../fingerprint.ts'
import { LEASE_MS, retakingOf, type World } from './host.ts'

type Rules<Tx> = Readonly<Record<string, (world: World<Tx>) => Promise<void>>>

/** What a store does that gives lapsed claims to later executions. */
export const retakingRules = <Tx>(): Rules<Tx> => ({
  'retakes a claim only when its last renewed lease has ended': async (world) => {
    const records = retakingOf(world.host.records)
    const held = await world.claimed()
    await records.renew(held, held.leaseUntil + 10)
    world.advance(LEASE_MS + 9)
    assert.equal(await records.retake(held, world.newClaim()), false)
    world.advance(1)
    const next = world.newClaim()
    assert.equal(await records.retake(held, next), true)
    assert.deepEqual(await records.find(held), { ...next, state: 'executing' })
  },

  'keeps how the first request named things when its claim is retaken': async (world) => {
    const records = retakingOf(world.host.records)
    const asGiven = { fingerprint: fingerprint('create', 'by name'), meant: 'thing_1' }
    const held = { ...world.newClaim(), asGiven }
    await records.claim(held)
    world.advance(LEASE_MS)
    const next = world.newClaim()
    assert.equal(await records.retake(held, next), true)
    assert.deepEqual(await records.find(held), { ...next, asGiven, state: 'executing' })
  },

  'gives a lapsed claim to exactly one of many that retake it': async (world) => {
    const records = retakingOf(world.host.records)
    const held = await world.claimed()
    world.advance(LEASE_MS)
    const next = Array.from({ length: 20 }, () => world.newClaim())
    const taken = await Promise.all(next.map((claim) => records.retake(held, claim)))
    assert.equal(taken.filter(Boolean).length, 1)
    assert.equal((await records.find(held))?.id, next[taken.indexOf(true)]?.id)
  },

  'does not complete, renew or release a claim that was retaken': async (world) => {
    const records = retakingOf(world.host.records)
    const held = await world.claimed()
    world.advance(LEASE_MS)
    const next = world.newClaim()
    await records.retake(held, next)
    assert.equal(await world.complete(held), false)
    assert.equal(await records.renew(held, world.now() + 2 * LEASE_MS), false)
    await records.release(held)
    assert.deepEqual(await records.find(held), { ...next, state: 'executing' })
    assert.equal(await world.complete(next), true)
  },

  'does not retake a claim that is completed': async (world) => {
    const records = retakingOf(world.host.records)
    const held = await world.claimed()
    await world.complete(held)
    world.advance(LEASE_MS)
    assert.equal(await records.retake(held, world.newClaim()), false)
    assert.equal((await records.find(held))?.state, 'completed')
  },

  'does not retake a claim that an open transaction completes': async (world) => {
    const { host } = world
    const records = retakingOf(host.records)
    const held = await world.claimed()
    world.advance(LEASE_MS)
    // A synchronous transaction is never open while anything else runs.
    if ('atomically' in host) return
    await host.transaction(async (tx) => {
      assert.equal(await records.complete(tx, held, world.completion()), true)
      assert.equal(await records.retake(held, world.newClaim()), false)
    })
    assert.equal((await records.find(held))?.state, 'completed')
  },

  'executes a request again whose execution was lost, when all its effects are in the transaction': async (world) => {
    await world.claimed()
    const impatient = world.coordinator('in_transaction', 0)
    assert.equal((await impatient.confirm(world.request(), world.effect)).kind, 'still_executing')
    const { confirm } = world.coordinator('in_transaction')
    world.advance(LEASE_MS)
    assert.deepEqual(await confirm(world.request('other'), world.effect), { kind: 'arguments_differ' })
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => confirm(world.request(), world.effect)))
    assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ['executed', ...Array<string>(4).fill('replayed')])
    assert.equal(await world.effects(), 1)
  },
})

/** What such a store does if its transactions can be rolled back. */
export const retakingRollbackRules = <Tx>(): Rules<Tx> => ({
  'rolls back a slow execution whose claim was retaken, and replays the other one to it': async (world) => {
    const { host } = world
    // A synchronous execution is never slow in this way: nothing runs beside it.
    if ('atomically' in host) return
    const [slow, fast] = [world.coordinator('in_transaction'), world.coordinator('in_transaction')]
    let runs = 0
    const outcome = await slow.confirm(world.request(), async (tx) => {
      await world.effect(tx)
      if (runs++ === 0) {
        world.advance(LEASE_MS)
        assert.equal((await fast.confirm(world.request(), world.effect)).kind, 'executed')
      }
      return { answer: 'slow', result: '"slow"' }
    })
    assert.equal(outcome.kind === 'replayed' && outcome.result, '"done"')
    assert.equal(await world.effects(), 1)
  },
})

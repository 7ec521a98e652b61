import assert from 'node:assert/strict'
import { fingerprint } from '../fingerprint.ts'
import { DAY_MS, inTransaction, LEASE_MS, type World } from './host.ts'

type Rules<Tx> = Readonly<Record<string, (world: World<Tx>) => Promise<void>>>

/** What every store of records does. */
export const recordRules = <Tx>(): Rules<Tx> => ({
  'claims a free key, and gives the record that holds a taken one': async ({
    host: { records },
    claimed,
    newClaim,
  }) => {
    const held = await claimed()
    assert.deepEqual(await records.find(held), { ...held, state: 'executing' })
    assert.deepEqual(await records.claim(newClaim()), { ...held, state: 'executing' })
    assert.deepEqual(await records.find(held), { ...held, state: 'executing' })
  },

  'gives a key to exactly one of many claims at the same time': async ({ host: { records }, newClaim }) => {
    const claims = Array.from({ length: 20 }, () => newClaim())
    const answers = await Promise.all(claims.map((claim) => records.claim(claim)))
    const winners = claims.filter((_, i) => answers[i] === undefined)
    assert.equal(winners.length, 1)
    for (const answer of answers) if (answer !== undefined) assert.equal(answer.id, winners[0]?.id)
  },

  'keeps with a claim how its request named things, when it is completed too': async (world) => {
    const { records } = world.host
    const claim = { ...world.newClaim(), asGiven: { fingerprint: fingerprint('create', 'by name'), meant: 'thing_1' } }
    assert.equal(await records.claim(claim), undefined)
    assert.deepEqual(await records.claim(world.newClaim()), { ...claim, state: 'executing' })
    assert.equal(await world.complete(claim), true)
    assert.deepEqual(await records.find(claim), { ...claim, state: 'completed', ...world.completion() })
  },

  'keeps the same key of two owners apart': async ({ host: { records }, newClaim, request, name }) => {
    const [one, other] = [newClaim(), newClaim(request('input', `${name}-other`))]
    assert.equal(await records.claim(one), undefined)
    assert.equal(await records.claim(other), undefined)
    await records.release(one)
    assert.equal(await records.find(one), undefined)
    assert.equal((await records.find(other))?.id, other.id)
  },

  'stores a claim of any script, and a result of 4 MiB': async ({
    host: { records },
    newClaim,
    request,
    name,
    ...world
  }) => {
    const owner = `${name} Ärger “quoted” ' \\ 日本 😀\u2028`
    const claim = { ...newClaim(request('input', owner)), operation: 'größe; drop table x; --' }
    const result = JSON.stringify('日😀\u0000'.repeat(300_000))
    assert.equal(await records.claim(claim), undefined)
    const completion = world.completion(result)
    assert.equal(await world.complete(claim, completion), true)
    assert.deepEqual(await records.find(claim), { ...claim, state: 'completed', ...completion })
  },

  'extends the lease of a claim with each renewal, and of no other claim': async ({
    host: { records },
    claimed,
    newClaim,
  }) => {
    const held = await claimed()
    assert.equal(await records.renew(held, held.leaseUntil + 10), true)
    assert.equal(await records.renew(held, held.leaseUntil + 20), true)
    assert.equal(await records.renew(newClaim(), held.leaseUntil + DAY_MS), false)
    assert.deepEqual(await records.find(held), { ...held, state: 'executing', leaseUntil: held.leaseUntil + 20 })
  },

  'releases a key only with the claim that holds it': async ({ host: { records }, claimed, newClaim }) => {
    const [held, impostor] = [await claimed(), newClaim()]
    await records.release(impostor)
    assert.equal((await records.find(held))?.id, held.id)
    await records.release(held)
    assert.equal(await records.find(held), undefined)
    assert.equal(await records.claim(impostor), undefined)
  },

  'completes a claim once, and only with the claim that holds the key': async (world) => {
    const { records } = world.host
    const [held, impostor] = [await world.claimed(), world.newClaim()]
    assert.equal(await world.complete(impostor), false)
    assert.equal(await world.complete(held, world.completion('1')), true)
    assert.equal(await world.complete(held, world.completion('2')), false)
    assert.deepEqual(await records.find(held), { ...held, state: 'completed', ...world.completion('1') })
    await records.release(held)
    assert.equal(await records.renew(held, world.now() + DAY_MS), false)
    assert.equal((await records.find(held))?.state, 'completed')
  },

  'removes a completed record exactly when it expires': async (world) => {
    const { records } = world.host
    const held = await world.claimed()
    await world.complete(held)
    await records.removeExpired(held, world.now() + DAY_MS - 1)
    assert.equal((await records.find(held))?.state, 'completed')
    await records.removeExpired(held, world.now() + DAY_MS)
    assert.equal(await records.find(held), undefined)
  },

  'purges completed records exactly when they expire, and never one that is executing': async (world) => {
    const { records } = world.host
    const held = await world.claimed()
    const blocked = world.newClaim(world.request('input', `${world.name}-blocked`))
    await records.claim(blocked)
    await records.renew(blocked, blocked.leaseUntil + 1)
    await world.complete(held)
    await records.purge(world.now() + DAY_MS - 1)
    assert.equal((await records.find(held))?.state, 'completed')
    assert.ok((await records.purge(world.now() + DAY_MS)) >= 1)
    assert.equal(await records.find(held), undefined)
    await records.purge(world.now() + 1000 * DAY_MS)
    await records.removeExpired(blocked, world.now() + 1000 * DAY_MS)
    assert.equal((await records.find(blocked))?.leaseUntil, blocked.leaseUntil + 1)
  },
})

/** What a store does whose transactions can be rolled back. */
export const rollbackRules = <Tx>(): Rules<Tx> => ({
  'undoes the completion of a claim with its transaction': async (world) => {
    const { host, effect } = world
    const [held, completion] = [await world.claimed(), world.completion()]
    const undone = inTransaction(
      host,
      async (tx) => {
        await effect(tx)
        assert.equal(await host.records.complete(tx, held, completion), true)
        throw new Error('undo')
      },
      (tx, records) => {
        effect(tx)
        assert.equal(records.completeNow(tx, held, completion), true)
        throw new Error('undo')
      },
    )
    await assert.rejects(undone, /undo/)
    assert.equal((await host.records.find(held))?.state, 'executing')
    assert.equal(await world.effects(), 0)
    assert.equal(await world.complete(held), true)
  },

  'undoes what a rejected request did, and frees its key': async (world) => {
    const rejected = world.coordinator().confirm(world.request(), (tx) => rejectingAfter(world.effect(tx)))
    await assert.rejects(rejected, /rejected/)
    assert.equal(await world.effects(), 0)
    assert.equal(await world.host.records.find(world.request()), undefined)
    const { kind } = await world.coordinator().confirm(world.request('other'), world.effect)
    assert.equal(kind, 'executed')
  },
})

function rejectingAfter(effect: Promise<unknown> | unknown): never | Promise<never> {
  const reject = (): never => {
    throw new Error('rejected')
  }
  return effect instanceof Promise ? effect.then(reject) : reject()
}

/** What a coordinator does on every store. */
export const coordinatorRules = <Tx>(): Rules<Tx> => ({
  'executes a request once when three processes get it a hundred times at once': async (world) => {
    const processes = [world.coordinator(), world.coordinator(), world.coordinator()]
    const outcomes = await Promise.all(
      Array.from({ length: 99 }, (_, i) => processes[i % 3]?.confirm(world.request(), world.effect)),
    )
    assert.equal(await world.effects(), 1)
    const kinds = outcomes.map((outcome) => outcome?.kind).sort()
    assert.deepEqual(kinds, ['executed', ...Array<string>(98).fill('replayed')])
  },

  'replays an identical request and rejects another one under the same key': async (world) => {
    const { confirm } = world.coordinator()
    const expiresAt = world.now() + DAY_MS
    assert.deepEqual(await confirm(world.request({ a: 1, b: 2 }), world.effect), {
      kind: 'executed',
      answer: 'answer',
      expiresAt,
    })
    assert.deepEqual(await confirm(world.request({ b: 2, a: 1 }), world.effect), {
      kind: 'replayed',
      result: '"done"',
      expiresAt,
    })
    assert.deepEqual(await confirm(world.request({ a: 2 }), world.effect), { kind: 'arguments_differ' })
    assert.equal(await world.effects(), 1)
  },

  'answers what a request by name meant, from its claim on and as long as its record lasts': async (world) => {
    const { confirm, meantBy } = world.coordinator()
    const request = world.request({ id: 'thing_1' })
    const [given, other] = [fingerprint('create', { name: 'Thing' }), fingerprint('create', { name: 'Other' })]
    assert.equal(await meantBy(request, given), undefined)
    await confirm({ ...request, asGiven: { fingerprint: given, meant: 'thing_1' } }, world.effect)
    assert.equal(await meantBy(request, given), 'thing_1')
    assert.equal(await meantBy(request, other), undefined)
    assert.equal(await meantBy({ ...request, owner: `${world.name}-other` }, given), undefined)
    assert.equal((await confirm(request, world.effect)).kind, 'replayed')
    world.advance(DAY_MS - 1)
    assert.equal(await meantBy(request, given), 'thing_1')
    world.advance(1)
    assert.equal(await meantBy(request, given), undefined)
    assert.equal(await world.effects(), 1)
  },

  'executes a request again only when its record has expired': async (world) => {
    const { confirm } = world.coordinator()
    await confirm(world.request(), world.effect)
    for (const [later, kind] of [
      [DAY_MS - 1, 'replayed'],
      [1, 'executed'],
    ] as const) {
      world.advance(later)
      assert.equal((await confirm(world.request(), world.effect)).kind, kind)
    }
    assert.equal(await world.effects(), 2)
  },

  'blocks the key of an execution that was lost, also after a purge': async (world) => {
    const { claimedAt } = await world.claimed()
    for (const later of [LEASE_MS, 3 * DAY_MS]) {
      world.advance(later)
      await world.host.records.purge(world.now())
      const outcome = await world.coordinator().confirm(world.request(), world.effect)
      assert.deepEqual(outcome, { kind: 'outcome_unknown', claimedAt })
    }
    assert.equal(await world.effects(), 0)
  },
})

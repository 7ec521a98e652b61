import { describe, expect, it } from 'vitest'
import {
  createCoordinator,
  type Effect,
  fingerprint,
  type IdempotencyKey,
  memoryRecords,
  parseIdempotencyKey,
  type RecordStore,
} from './index.ts'

const KEY = key('intent-1')

function key(text: string): IdempotencyKey {
  const parsed = parseIdempotencyKey(text)
  if (parsed === undefined) throw new Error(`${text} is not a key`)
  return parsed
}

/** A clock that moves only when something waits on it, so that no test depends on real time. */
function world(records: RecordStore<unknown> = memoryRecords()) {
  let now = 1_000_000
  let claims = 0
  let effects = 0
  const hooks = { transaction: async <T>(work: () => Promise<T>) => work(), renew: () => {} }
  const coordinator = createCoordinator<unknown>({
    records,
    transaction: (work) => hooks.transaction(() => work(undefined)),
    now: () => now,
    newClaimId: () => `claim-${++claims}`,
    // A wait that another execution of this process may end never ends by itself here.
    wait: async (ms, signal) => {
      if (signal !== undefined)
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      now += ms
      await new Promise((resolve) => setImmediate(resolve))
    },
    after: (_, run) => {
      hooks.renew = run
      return () => {}
    },
  })
  const effect = async (): Promise<Effect<string>> => ({
    answer: `secret of ${++effects}`,
    result: `"result ${effects}"`,
  })
  const request = (input: unknown = { name: 'a' }, operation = 'rename', owner = 'tok_1', using = KEY) => ({
    owner,
    key: using,
    operation,
    fingerprint: fingerprint(operation, input),
  })
  return {
    coordinator,
    records,
    hooks,
    request,
    effect,
    effects: () => effects,
    advance: (ms: number) => {
      now += ms
    },
    now: () => now,
  }
}

const DAY_MS = 86_400_000

describe('a confirmed request', () => {
  it('executes a confirmed request once, and replays the recorded result without values that are shown once', async () => {
    const { coordinator, request, effect, effects, now } = world()
    const first = await coordinator.confirm(request(), effect)
    expect(first).toEqual({ kind: 'executed', answer: 'secret of 1', expiresAt: now() + DAY_MS })
    const again = await coordinator.confirm(request(), effect)
    expect(again).toEqual({ kind: 'replayed', result: '"result 1"', expiresAt: now() + DAY_MS })
    expect(effects()).toBe(1)
  })

  it('replays a confirmed request whose JSON keys are in another order', async () => {
    const { coordinator, request, effect } = world()
    await coordinator.confirm(request({ a: 1, b: { c: 2, d: 3 } }), effect)
    expect(await coordinator.confirm(request({ b: { d: 3, c: 2 }, a: 1 }), effect)).toMatchObject({ kind: 'replayed' })
  })

  it.each([
    ['other input', { name: 'b' }, 'rename'],
    ['another operation', { name: 'a' }, 'delete'],
  ])('rejects a confirmed request with %s under a used key, and executes nothing', async (_, input, operation) => {
    const { coordinator, request, effect, effects } = world()
    await coordinator.confirm(request(), effect)
    expect(await coordinator.confirm(request(input, operation), effect)).toEqual({ kind: 'arguments_differ' })
    expect(effects()).toBe(1)
  })

  it('executes a confirmed request under a key that another owner used', async () => {
    const { coordinator, request, effect, effects } = world()
    await coordinator.confirm(request(), effect)
    expect(await coordinator.confirm(request({ name: 'a' }, 'rename', 'tok_2'), effect)).toMatchObject({
      kind: 'executed',
    })
    expect(effects()).toBe(2)
  })

  it.each([
    ['one millisecond before', DAY_MS - 1, 'replayed', 1],
    ['at', DAY_MS, 'executed', 2],
    ['one millisecond after', DAY_MS + 1, 'executed', 2],
  ])('a confirmed request sent again %s the end of its 24 hours is %s', async (...[, later, kind, effectsExpected]) => {
    const { coordinator, request, effect, effects, advance } = world()
    await coordinator.confirm(request(), effect)
    advance(later)
    expect(await coordinator.confirm(request(), effect)).toMatchObject({ kind })
    expect(effects()).toBe(effectsExpected)
  })

  it('records nothing from a rejected confirmed request, and accepts its key for other input', async () => {
    const { coordinator, request, effect, records } = world()
    const rejection = new Error('quota')
    await expect(coordinator.confirm(request(), () => Promise.reject(rejection))).rejects.toBe(rejection)
    expect(await records.find(request())).toBeUndefined()
    expect(await coordinator.confirm(request({ name: 'b' }), effect)).toMatchObject({ kind: 'executed' })
  })

  it('executes a confirmed request once when it is sent a hundred times at once', async () => {
    const { coordinator, request, effect, effects } = world()
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => coordinator.confirm(request(), effect)))
    expect(effects()).toBe(1)
    const kinds = Object.groupBy(outcomes, ({ kind }) => kind)
    expect(kinds.executed).toHaveLength(1)
    expect(new Set(kinds.replayed?.map((outcome) => JSON.stringify(outcome)))).toHaveProperty('size', 1)
    expect(kinds.replayed).toHaveLength(99)
  })
})

describe('the replay of a request', () => {
  it('a replay is the recorded result, executes nothing, and is undefined while the key is free or its record expired', async () => {
    const { coordinator, request, effect, effects, advance } = world()
    expect(await coordinator.replay(request())).toBeUndefined()
    await coordinator.confirm(request(), effect)
    expect(await coordinator.replay(request())).toMatchObject({ kind: 'replayed', result: '"result 1"' })
    expect(await coordinator.replay(request({ name: 'b' }))).toEqual({ kind: 'arguments_differ' })
    expect(await coordinator.replay(request(undefined, 'rename', 'tok_2'))).toBeUndefined()
    advance(86_400_000)
    expect(await coordinator.replay(request())).toBeUndefined()
    expect(effects()).toBe(1)
  })
})

describe('a request whose key another process is executing', () => {
  async function claimedElsewhere() {
    const w = world()
    await w.records.claim({ ...w.request(), id: 'elsewhere', claimedAt: w.now(), leaseUntil: w.now() + 30_000 })
    return w
  }

  it('waits at most ten seconds for a request that another process executes, then reports it as still executing', async () => {
    const { coordinator, request, effect, effects, now } = await claimedElsewhere()
    const started = now()
    expect(await coordinator.confirm(request(), effect)).toEqual({
      kind: 'still_executing',
      leaseUntil: started + 30_000,
    })
    expect(now() - started).toBe(10_000)
    expect(effects()).toBe(0)
  })

  it.each([
    ['one millisecond before its lease ends', 29_999, 'replayed'],
    ['when its lease ends', 30_000, 'outcome_unknown'],
  ])('answers a request that another process claimed %s (after %s ms) with %s', async (_, later, kind) => {
    const w = await claimedElsewhere()
    const claim = await w.records.find(w.request())
    w.advance(later)
    if (kind === 'replayed' && claim) {
      await w.records.complete(undefined, claim, { result: '"x"', completedAt: w.now(), expiresAt: w.now() + DAY_MS })
    }
    expect(await w.coordinator.confirm(w.request(), w.effect)).toMatchObject({ kind })
    expect(w.effects()).toBe(0)
  })

  it('keeps an unknown outcome after 24 hours and after a purge', async () => {
    const w = await claimedElsewhere()
    w.advance(3 * DAY_MS)
    expect(await w.records.purge(w.now())).toBe(0)
    expect(await w.coordinator.confirm(w.request(), w.effect)).toMatchObject({ kind: 'outcome_unknown' })
  })
})

describe('a long execution', () => {
  it('renews the lease of a claim for as long as its request executes', async () => {
    const w = world()
    const outcome = await w.coordinator.confirm(w.request(), async () => {
      for (let turn = 0; turn < 5; turn++) {
        w.advance(10_000)
        w.hooks.renew()
        await new Promise((resolve) => setImmediate(resolve))
        const held = await w.records.find(w.request())
        expect(held?.leaseUntil).toBe(w.now() + 30_000)
      }
      return w.effect()
    })
    expect(outcome).toMatchObject({ kind: 'executed' })
  })
})

describe('a commit whose response is lost', () => {
  it('reports a commit as executed when its record can be read back', async () => {
    const w = world()
    w.hooks.transaction = async (work) => {
      await work()
      throw new Error('connection lost')
    }
    expect(await w.coordinator.confirm(w.request(), w.effect)).toMatchObject({
      kind: 'executed',
      answer: 'secret of 1',
    })
  })

  it('reports the outcome of a commit as unknown when its record cannot be read back', async () => {
    const records = memoryRecords()
    let gone = false
    const w = world({
      ...records,
      find: (ref) => (gone ? Promise.reject(new Error('gone')) : records.find(ref)),
      complete: async () => true,
    })
    w.hooks.transaction = async (work) => {
      await work()
      gone = true
      throw new Error('connection lost')
    }
    expect(await w.coordinator.confirm(w.request(), w.effect)).toMatchObject({ kind: 'outcome_unknown' })
    w.advance(DAY_MS * 2)
    expect(await w.coordinator.confirm(w.request(), w.effect)).toMatchObject({ kind: 'outcome_unknown' })
    expect(w.effects()).toBe(1)
  })

  it('frees the key of a commit that was rolled back', async () => {
    const records = memoryRecords()
    const w = world({ ...records, complete: async () => true })
    w.hooks.transaction = async (work) => {
      await work()
      throw new Error('rolled back')
    }
    await expect(w.coordinator.confirm(w.request(), w.effect)).rejects.toThrow('rolled back')
    expect(await records.find(w.request())).toBeUndefined()
  })
})

describe('a claim that is resolved during a slow execution', () => {
  it('does not complete a claim that was resolved, and rolls back its effect', async () => {
    const w = world()
    let undone = false
    w.hooks.transaction = async (work) => {
      try {
        return await work()
      } catch (error) {
        undone = true
        throw error
      }
    }
    const outcome = await w.coordinator.confirm(w.request(), async () => {
      const held = await w.records.find(w.request())
      if (held) await w.records.release(held)
      return w.effect()
    })
    expect(outcome).toMatchObject({ kind: 'outcome_unknown' })
    expect(undone).toBe(true)
  })
})

describe('an idempotency key', () => {
  it.each([
    ['one character', '!', true],
    ['255 characters', 'k'.repeat(255), true],
    ['256 characters', 'k'.repeat(256), false],
    ['nothing', '', false],
    ['a space', 'a b', false],
    ['a control character', 'a\u0007', false],
    ['a line break', 'a\n', false],
    ['other scripts', 'schlüssel', false],
    ['a number', 7, false],
  ])('checks the text of an idempotency key: %s', (_, text, usable) => {
    expect(parseIdempotencyKey(text) !== undefined).toBe(usable)
  })
})

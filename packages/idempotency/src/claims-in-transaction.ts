import { type Attempting, attempt, ClaimLost, type EffectIn, once } from './commit.ts'
import { type Executions, executions } from './executions.ts'
import { outcomeOfHeld } from './held-outcome.ts'
import type { Outcome } from './outcome.ts'
import { type Claim, type IdempotencyRecord, KeyHeld, type OneTransactionStore } from './records.ts'
import { type Claiming, newClaim, type Request } from './request.ts'

interface Options<Tx> extends Claiming, Attempting<Tx>, Executions {
  readonly records: Pick<OneTransactionStore<Tx>, 'read' | 'removeExpired'>
  readonly waitMs: number
}

/** The key was free, so no transaction that claimed it has committed. */
class Free extends Error {}

/**
 * One transaction holds the claim, the effect, its result and the completion. So a crash leaves all of it or nothing, and a
 * retry reads which.
 */
export function claimsInTransaction<Tx>(options: Options<Tx>) {
  const { records, now, waitMs } = options
  const running = executions(options)

  async function confirm<Answer>(
    request: Request,
    effect: EffectIn<Tx, Answer>,
    begin?: () => Promise<void>,
  ): Promise<Outcome<Answer>> {
    const deadline = now() + waitMs
    const begun = once(begin)
    for (let tries = 0; ; tries++) {
      if (!running.has(request)) {
        const recorded = await outcomeOf(request)
        if (typeof recorded === 'object') return recorded
        // Reading took time, in which another request of this process may have begun.
        if (recorded === undefined && !running.has(request)) {
          const outcome = await running.run(request, async () => {
            await begun()
            return commit(newClaim(request, options), effect)
          })
          if (outcome !== 'superseded') return outcome
          // There is a record now.
          if (now() < deadline) continue
        }
      }
      if (now() >= deadline) return { kind: 'still_executing' }
      await running.waitFor(request, tries, deadline)
    }
  }

  async function replay(request: Request): Promise<Outcome<never> | undefined> {
    const recorded = await outcomeOf(request)
    return recorded === 'wait' ? { kind: 'still_executing' } : recorded
  }

  /** The outcome that is recorded; undefined where the key is free. Claims of an earlier version were committed beforehand. */
  async function outcomeOf(request: Request): Promise<Outcome<never> | 'wait' | undefined> {
    const held = await records.read(request)
    const outcome = held === undefined ? 'free' : await outcomeOfHeld(held, request, options)
    if (outcome === 'lapsed' && held) return unknown(held)
    return outcome === 'wait' || typeof outcome === 'object' ? outcome : undefined
  }

  /** `superseded`: the effect was undone, since another process executed a request under the key. */
  async function commit<Answer>(claim: Claim, effect: EffectIn<Tx, Answer>): Promise<Outcome<Answer> | 'superseded'> {
    const attempted = await attempt(options, claim, effect)
    if (attempted.kind === 'committed') return { ...attempted, kind: 'executed' }
    const { error, last } = attempted
    if (error instanceof ClaimLost) return 'superseded'
    if (error instanceof KeyHeld) return error.by === 'record' ? 'superseded' : { kind: 'still_executing' }
    // Only the commit can fail without an answer.
    if (last === undefined) throw error
    const record = await readBack(claim).catch(() => 'unreadable' as const)
    if (record === 'unreadable') return unknown(claim)
    if (record?.id === claim.id) return { kind: 'executed', ...last }
    throw error
  }

  /**
   * The record of a claim whose commit failed; undefined if it was rolled back. Rejects if that cannot be known. The commit may
   * be running still, on a connection that was lost, and nothing of it can be read meanwhile: another claim waits for it.
   */
  async function readBack(claim: Claim): Promise<IdempotencyRecord | undefined> {
    const record = await records.read(claim)
    if (record !== undefined) return record
    const probe = await attempt(options, newClaim(claim, options), () => {
      throw new Free()
    })
    if (probe.kind === 'failed' && probe.error instanceof Free) return undefined
    if (probe.kind === 'failed' && probe.error instanceof KeyHeld && probe.error.by === 'record')
      return records.read(claim)
    throw new Error('The outcome of the commit cannot be read.')
  }

  return { confirm, replay }
}

function unknown({ claimedAt }: Claim): Outcome<never> {
  return { kind: 'outcome_unknown', claimedAt }
}

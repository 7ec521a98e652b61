import { type Attempted, type Attempting, attempt, ClaimLost, type EffectIn, once } from './commit.ts'
import { type Executions, executions } from './executions.ts'
import { outcomeOfHeld } from './held-outcome.ts'
import { keepLease } from './lease.ts'
import type { Outcome } from './outcome.ts'
import type { Claim, RecordStore, RetakingStore } from './records.ts'
import { type Claiming, newClaim, type Request } from './request.ts'

interface Options<Tx> extends Claiming, Attempting<Tx>, Executions {
  readonly records: RecordStore<Tx>
  /** Absent where an effect may reach beyond its transaction. */
  readonly retake: RetakingStore<Tx>['retake'] | undefined
  readonly waitMs: number
  after(ms: number, run: () => void): () => void
}

/** `superseded`: the effect was undone, since another execution has the key or had it; the request is checked again. */
type Committed<Answer> = Outcome<Answer> | 'superseded'

/**
 * The claim commits before the effect starts, and completes in the transaction of the effect. So a crash leaves nothing, or
 * the effect with its record, or a claim whose lease expires and whose outcome is then unknown.
 */
export function claimsBeforehand<Tx>(options: Options<Tx>) {
  const { records, now, leaseMs, retake, waitMs } = options
  const running = executions(options)

  async function confirm<Answer>(
    request: Request,
    effect: EffectIn<Tx, Answer>,
    begin?: () => Promise<void>,
  ): Promise<Outcome<Answer>> {
    const begun = once(begin)
    const claimed: EffectIn<Tx, Answer> =
      begin === undefined
        ? effect
        : async (tx) => {
            await begun()
            return effect(tx)
          }
    const deadline = now() + waitMs
    for (let tries = 0; ; tries++) {
      const claim = newClaim(request, options)
      const held = await records.claim(claim)
      const found = held === undefined ? 'claimed' : await outcomeOfHeld(held, request, options)
      if (typeof found === 'object') return found
      if (found === 'free') continue
      if (found === 'lapsed' && retake === undefined && held) return unknown(held)
      if (found === 'claimed' || (found === 'lapsed' && held && (await retake?.(held, claim)))) {
        const outcome = await running.run(claim, () => commit(claim, claimed))
        if (outcome !== 'superseded') return outcome
      } else if (held && now() >= deadline) return { kind: 'still_executing', leaseUntil: held.leaseUntil }
      await running.waitFor(request, tries, deadline)
    }
  }

  async function replay(request: Request): Promise<Outcome<never> | undefined> {
    const held = await records.find(request)
    const outcome = held && (await outcomeOfHeld(held, request, options))
    if (typeof outcome === 'object') return outcome
    if (outcome === 'wait' && held) return { kind: 'still_executing', leaseUntil: held.leaseUntil }
    return outcome === 'lapsed' && retake === undefined && held ? unknown(held) : undefined
  }

  /** Executes a claimed request and returns its outcome. An error of the effect is rethrown and frees the key. */
  async function commit<Answer>(claim: Claim, effect: EffectIn<Tx, Answer>): Promise<Committed<Answer>> {
    const lease = keepLease({ ...options, claim })
    const attempted = await attempt(options, claim, effect).finally(lease.stop)
    return attempted.kind === 'committed' ? { ...attempted, kind: 'executed' } : afterFailure(claim, attempted)
  }

  /**
   * An error of the effect frees the key. After a failed commit the record is read back, since the commit may have taken
   * place: the record is part of the same transaction. If it cannot be read, the claim stays until its lease expires.
   */
  async function afterFailure<Answer>(
    claim: Claim,
    { error, last }: Extract<Attempted<Answer>, { kind: 'failed' }>,
  ): Promise<Committed<Answer>> {
    if (error instanceof ClaimLost) return retake === undefined ? unknown(claim) : 'superseded'
    if (last !== undefined) {
      const record = await records.find(claim).catch(() => 'unreadable' as const)
      if (record === 'unreadable') return unreadable(claim)
      if (record?.id === claim.id && record.state === 'completed') return { kind: 'executed', ...last }
    }
    // A key that cannot be freed now becomes unknown, for an operator to resolve.
    await records.release(claim).catch(() => {})
    throw error
  }

  /** Where the key can be retaken, a retry after the lease learns what happened. */
  function unreadable(claim: Claim): Outcome<never> {
    return retake === undefined ? unknown(claim) : { kind: 'still_executing', leaseUntil: now() + leaseMs }
  }

  return { confirm, replay }
}

function unknown({ claimedAt }: Claim): Outcome<never> {
  return { kind: 'outcome_unknown', claimedAt }
}

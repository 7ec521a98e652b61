import {
  type Clock,
  createSealer,
  type Keyring,
  type RandomSource,
  randomBase62,
  Secret,
  Timestamp,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import { z } from 'zod'

const ID_LENGTH = 22

/** What challenges of one purpose hold, and how long they are accepted. */
export interface ChallengeKind<Content> {
  /** Bound to the challenge by its encryption: one for one purpose is not accepted for another. */
  readonly purpose: string
  readonly content: z.ZodType<Content>
  readonly lifeMs: number
}

const purposes = new Set<string>()

/** Throws for a purpose that another kind of challenge has. */
export function defineChallenge<Content>(kind: ChallengeKind<Content>): ChallengeKind<Content> {
  if (purposes.has(kind.purpose)) throw new Error(`Two kinds of challenges have the purpose ${kind.purpose}.`)
  purposes.add(kind.purpose)
  return kind
}

export interface OpenChallenge<Content> {
  readonly content: Content
  /** Marks it as used, in the transaction that it serves; false when it was used before. */
  use(store: Pick<WritableStore, 'secondFactors'>): Promise<boolean>
}

/**
 * Challenges that the browser keeps, encrypted, so that strangers fill no table. Only the use of one is stored, so that each
 * serves once.
 */
export interface Challenges {
  issue<Content>(
    kind: ChallengeKind<Content>,
    content: Content,
  ): { readonly challenge: Secret; readonly expires_at: Timestamp }
  /** Undefined for an expired challenge, one of another kind, or one that this service did not issue. */
  open<Content>(kind: ChallengeKind<Content>, presented: string | undefined): OpenChallenge<Content> | undefined
}

const Envelope = z.object({ id: z.string(), expires_at: Timestamp, content: z.unknown() })

export function createChallenges({
  key,
  clock,
  random,
}: {
  readonly key: Keyring
  readonly clock: Clock
  readonly random: RandomSource
}): Challenges {
  const sealer = createSealer(key, 'sign-in challenge', random)
  return {
    issue({ purpose, lifeMs }, content) {
      const expires_at = timestamp(clock.now() + lifeMs)
      const envelope = { id: randomBase62(random, ID_LENGTH), expires_at, content }
      return { challenge: new Secret(sealer.seal(JSON.stringify(envelope), purpose)), expires_at }
    },

    open({ purpose, content: schema }, presented) {
      const text = presented === undefined ? undefined : sealer.open(presented, purpose)
      if (text === undefined) return undefined
      const { id, expires_at, content } = Envelope.parse(JSON.parse(text))
      if (clock.now() >= Date.parse(expires_at)) return undefined
      return {
        content: schema.parse(content),
        use: ({ secondFactors }) => secondFactors.useChallenge(id, expires_at),
      }
    },
  }
}

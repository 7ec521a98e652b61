import {
  AccountId,
  type Clock,
  createSealer,
  type Keyring,
  type RandomSource,
  randomBase62,
  Secret,
  SessionId,
  Timestamp,
  timestamp,
  type WritableStore,
} from '@footfall/core-domain'
import { z } from 'zod'

const ID_LENGTH = 22

/** What a challenge was made for. One for one purpose is not accepted for another. */
const CONTENTS = {
  /** The second step of a sign-in, after a proven first factor. `binding` changes with the password. */
  second_step: z.object({ account: AccountId, binding: z.string(), first: z.string() }),
  /** Signing in with a passkey. */
  passkey_sign_in: z.object({ challenge: z.string() }),
  /** Proving a passkey again in a session. */
  passkey_reauthentication: z.object({ challenge: z.string(), session: SessionId }),
  passkey_setup: z.object({ challenge: z.string(), account: AccountId }),
  authenticator_setup: z.object({ secret: z.string(), account: AccountId }),
} as const

export type ChallengePurpose = keyof typeof CONTENTS
export type ChallengeContent<Purpose extends ChallengePurpose> = z.output<(typeof CONTENTS)[Purpose]>

const LIFE_MS: Readonly<Record<ChallengePurpose, number>> = {
  second_step: 5 * 60_000,
  passkey_sign_in: 5 * 60_000,
  passkey_reauthentication: 5 * 60_000,
  passkey_setup: 5 * 60_000,
  authenticator_setup: 15 * 60_000,
}

export interface OpenChallenge<Purpose extends ChallengePurpose> {
  readonly content: ChallengeContent<Purpose>
  /** Marks it as used, in the transaction that it serves; false when it was used before. */
  use(store: Pick<WritableStore, 'secondFactors'>): Promise<boolean>
}

/**
 * Challenges that the browser keeps, encrypted, so that strangers fill no table. Only the use of one is stored, so that each
 * serves once.
 */
export interface Challenges {
  issue<Purpose extends ChallengePurpose>(
    purpose: Purpose,
    content: ChallengeContent<Purpose>,
  ): { readonly challenge: Secret; readonly expires_at: Timestamp }
  /** Undefined for an expired challenge, one for another purpose, or one that this service did not issue. */
  open<Purpose extends ChallengePurpose>(
    purpose: Purpose,
    presented: string | undefined,
  ): OpenChallenge<Purpose> | undefined
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
    issue(purpose, content) {
      const expires_at = timestamp(clock.now() + LIFE_MS[purpose])
      const envelope = { id: randomBase62(random, ID_LENGTH), expires_at, content }
      return { challenge: new Secret(sealer.seal(JSON.stringify(envelope), purpose)), expires_at }
    },

    open<Purpose extends ChallengePurpose>(purpose: Purpose, presented: string | undefined) {
      const text = presented === undefined ? undefined : sealer.open(presented, purpose)
      if (text === undefined) return undefined
      const { id, expires_at, content } = Envelope.parse(JSON.parse(text))
      if (clock.now() >= Date.parse(expires_at)) return undefined
      return {
        // The seal holds the purpose.
        content: CONTENTS[purpose].parse(content) as ChallengeContent<Purpose>,
        use: ({ secondFactors }) => secondFactors.useChallenge(id, expires_at),
      }
    },
  }
}

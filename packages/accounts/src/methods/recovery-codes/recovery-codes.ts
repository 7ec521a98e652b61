import {
  type Account,
  hashSecret,
  type RandomSource,
  Secret,
  securityNotice,
  type Transaction,
  timestamp,
} from '@footfall/core-domain'
import { base32 } from '../../base32.ts'
import { defineSecondFactor, type MethodDependencies } from '../../signing-in/second-factor.ts'

const COUNT = 10
/** 80 bits: too many to guess from the stored hash. */
const CODE_BYTES = 10
const CODE_LENGTH = 16

interface MintedCodes {
  /** The codes, one a line. Shown once. */
  readonly secret: Secret
  readonly hashes: readonly string[]
}

/** New recovery codes, like `abcd-efgh-ijkl-mnop`. */
function mintRecoveryCodes(random: RandomSource): MintedCodes {
  const codes = Array.from({ length: COUNT }, () => base32(random.bytes(CODE_BYTES)).toLowerCase())
  return {
    secret: new Secret(codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-')).join('\n')),
    hashes: codes.map(hashSecret),
  }
}

/** The hash of a presented code; undefined for a text of another form. Case, spaces and hyphens do not matter. */
function recoveryCodeHash(presented: string): string | undefined {
  const code = presented.toLowerCase().replaceAll(/[\s-]/g, '')
  return code.length === CODE_LENGTH && /^[a-z2-7]+$/.test(code) ? hashSecret(code) : undefined
}

/** Codes for a person who lost another second factor. Each works once. They end with the last other factor. */
export const recoveryCodes = defineSecondFactor(
  'recovery_code',
  ({ clock, random }: Pick<MethodDependencies, 'clock' | 'random'>) => ({
    inWords: 'a recovery code',

    // Always offered: a person whose codes are used up finds the same page.
    canProve: async () => true,

    code: {
      read: recoveryCodeHash,
      async use({ store: { secondFactors, outbox } }, account, hash) {
        if (!(await secondFactors.useRecoveryCode(account.id, hash))) return false
        const left = await secondFactors.countRecoveryCodes(account.id)
        await outbox.enqueue(securityNotice({ clock, random }, account, { kind: 'recovery_code_used', left }))
        return true
      },
    },

    /** Replaces the codes of the account. The new ones are one a line. */
    async replace({ id }: Account, { store }: Pick<Transaction, 'store'>) {
      const { secret, hashes } = mintRecoveryCodes(random)
      await store.secondFactors.putRecoveryCodes(id, hashes, timestamp(clock.now()))
      return secret
    },
  }),
)

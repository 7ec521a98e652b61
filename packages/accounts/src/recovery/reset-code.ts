import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type Account, type PasswordReset, PasswordResetId, Secret } from '@footfall/core-domain'

/**
 * What proves that somebody read the mail of a password reset: `<id of the reset>.<HMAC of the reset>`. The HMAC is made
 * from a key that is not in the database, so nothing is stored for it and a copy of the database opens no account.
 */
export interface ResetCodes {
  codeOf(reset: PasswordReset): Secret
  isCodeOf(reset: PasswordReset, presented: string): boolean
}

export function resetCodes(key: Uint8Array): ResetCodes {
  const textOf = ({ id, account, bound_to, requested_at }: PasswordReset) => {
    const facts = JSON.stringify([id, account, bound_to, requested_at])
    return `${id}.${createHmac('sha256', key).update(`password reset:${facts}`).digest('base64url')}`
  }
  return {
    codeOf: (reset) => new Secret(textOf(reset)),

    isCodeOf(reset, presented) {
      // As texts, since base64 has other spellings of the same bytes.
      const [expected, actual] = [Buffer.from(textOf(reset)), Buffer.from(presented)]
      return expected.length === actual.length && timingSafeEqual(expected, actual)
    },
  }
}

/** The reset that a code claims to be for. */
export function resetIdOf(code: string): PasswordResetId | undefined {
  const id = PasswordResetId.safeParse(code.split('.')[0])
  return id.success ? id.data : undefined
}

/** What the account is at this moment, such that a change of its address or password changes this text. */
export function bindingOf({ email }: Account, passwordHash: string | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify([email, passwordHash ?? null]))
    .digest('hex')
}

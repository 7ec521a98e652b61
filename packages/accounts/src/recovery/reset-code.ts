import { isSameSecret, keyedHash, type PasswordReset, PasswordResetId, Secret } from '@footfall/core-domain'

/**
 * The code in the email of a password reset: `<id of the reset>.<HMAC of the reset>`. The key is not in the database, so a
 * copy of the database is not enough to reset a password.
 */
export interface ResetCodes {
  codeOf(reset: PasswordReset): Secret
  isCodeOf(reset: PasswordReset, presented: string): boolean
}

export function resetCodes(key: Uint8Array): ResetCodes {
  const textOf = ({ id, account, bound_to, requested_at }: PasswordReset) => {
    const facts = JSON.stringify([id, account, bound_to, requested_at])
    return `${id}.${keyedHash(key, 'password reset', facts).toString('base64url')}`
  }
  return {
    codeOf: (reset) => new Secret(textOf(reset)),
    isCodeOf: (reset, presented) => isSameSecret(presented, textOf(reset)),
  }
}

/** The reset that a code claims to be for. */
export function resetIdOf(code: string): PasswordResetId | undefined {
  const id = PasswordResetId.safeParse(code.split('.')[0])
  return id.success ? id.data : undefined
}

import {
  acceptedKeys,
  currentKey,
  isSameSecret,
  type Keyring,
  keyedHash,
  type PasswordReset,
  PasswordResetId,
  Secret,
} from '@footfall/core-domain'

/**
 * The code in the email of a password reset: `<id of the reset>.<HMAC of the reset>`. The key is not in the database, so a
 * copy of the database is not enough to reset a password.
 */
/** What a code is bound to. */
type BoundReset = Pick<PasswordReset, 'id' | 'account' | 'bound_to' | 'requested_at'>

export interface ResetCodes {
  codeOf(reset: BoundReset): Secret
  isCodeOf(reset: BoundReset, presented: string): boolean
}

export function resetCodes(keys: Keyring): ResetCodes {
  const textOf = (key: Uint8Array, { id, account, bound_to, requested_at }: BoundReset) => {
    const facts = JSON.stringify([id, account, bound_to, requested_at])
    return `${id}.${keyedHash(key, 'password reset', facts).toString('base64url')}`
  }
  return {
    codeOf: (reset) => new Secret(textOf(currentKey(keys), reset)),
    isCodeOf: (reset, presented) => acceptedKeys(keys).some((key) => isSameSecret(presented, textOf(key, reset))),
  }
}

/** The reset that a code claims to be for. */
export function resetIdOf(code: string): PasswordResetId | undefined {
  const id = PasswordResetId.safeParse(code.split('.')[0])
  return id.success ? id.data : undefined
}

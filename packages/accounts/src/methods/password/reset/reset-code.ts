import { type Keyring, keyedHash, type PasswordReset, PasswordResetId } from '@footfall/core-domain'
import { type KeyedCodes, keyedCodes } from '../../../keyed-code.ts'

/** The codes in the emails of password resets: `<id of the reset>.<HMAC of the reset>`. */
export function resetCodes(
  keys: Keyring,
): KeyedCodes<Pick<PasswordReset, 'id' | 'account' | 'bound_to' | 'requested_at'>> {
  return keyedCodes(keys, (key, { id, account, bound_to, requested_at }) => {
    const facts = JSON.stringify([id, account, bound_to, requested_at])
    return `${id}.${keyedHash(key, 'password reset', facts).toString('base64url')}`
  })
}

/** The reset that a code claims to be for. */
export function resetIdOf(code: string): PasswordResetId | undefined {
  const id = PasswordResetId.safeParse(code.split('.')[0])
  return id.success ? id.data : undefined
}

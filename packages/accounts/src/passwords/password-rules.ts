import type { FieldError } from '@footfall/core-domain'
import { isCommonPassword, type PasswordOwner } from './is-common.ts'

export const PASSWORD_LENGTH_MIN = 12
export const PASSWORD_LENGTH_MAX = 128

/**
 * What is wrong with a new password, for the field of this name. Only for new passwords: older ones keep working.
 */
export function passwordProblems(password: string, path = 'password', owner: PasswordOwner = {}): FieldError[] {
  const { length } = [...password.normalize('NFKC')]
  if (length < PASSWORD_LENGTH_MIN) return [{ path, message: `must have at least ${PASSWORD_LENGTH_MIN} characters` }]
  if (length > PASSWORD_LENGTH_MAX) return [{ path, message: `must have at most ${PASSWORD_LENGTH_MAX} characters` }]
  if (isCommonPassword(password, owner)) return [{ path, message: 'is too common: choose one that is harder to guess' }]
  return []
}

import { type FieldError, InvalidRequest, type RandomSource, randomBase62 } from '@footfall/core-domain'
import { isCommonPassword, type PasswordOwner } from './is-common.ts'

export const PASSWORD_LENGTH_MIN = 12
export const PASSWORD_LENGTH_MAX = 128
/** 24 base62 characters hold 142 random bits. */
const MINTED_LENGTH = 24

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

/** Throws `InvalidRequest` for a password that this person may not choose. */
export function assertPassword(password: string, owner: PasswordOwner): void {
  const problems = passwordProblems(password, 'password', owner)
  if (problems.length > 0) throw new InvalidRequest(problems)
}

export function mintPassword(random: RandomSource): string {
  return randomBase62(random, MINTED_LENGTH)
}

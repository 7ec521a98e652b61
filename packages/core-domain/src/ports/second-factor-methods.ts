// Made by `pnpm generate` from the files in packages/accounts/src/methods. Do not edit.

/** How a session can prove a second factor. */
export const SECOND_FACTOR_METHODS = ['totp', 'passkey', 'recovery_code'] as const

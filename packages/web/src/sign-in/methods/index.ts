import type { SecondFactorMethod } from '@footfall/core-domain'
import { authenticatorApp } from './authenticator-app.ts'
import type { FactorPages } from './factor-pages.ts'
import { passkey } from './passkey.ts'
import { recoveryCodes } from './recovery-codes.ts'

export const FACTOR_PAGES: Readonly<Record<SecondFactorMethod, FactorPages>> = {
  totp: authenticatorApp,
  passkey,
  recovery_code: recoveryCodes,
}

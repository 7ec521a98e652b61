// Made by `pnpm generate` from the files in this folder. Do not edit.
import type { MethodDependencies } from '../signing-in/second-factor.ts'
import { authenticatorApp } from './authenticator-app/authenticator-app.ts'
import { passkey } from './passkey/passkey.ts'
import { recoveryCodes } from './recovery-codes/recovery-codes.ts'

export const createMethods = (dependencies: MethodDependencies) => ({
  authenticatorApp: authenticatorApp(dependencies),
  passkey: passkey(dependencies),
  recoveryCodes: recoveryCodes(dependencies),
})

import { type Challenges, createChallenges } from '../signing-in/challenges.ts'
import type { AddFactor, MethodDependencies, SecondFactor } from '../signing-in/second-factor.ts'
import { type AuthenticatorSettings, authenticatorApp } from './authenticator-app/authenticator-app.ts'
import { type Passkey, type PasskeySettings, passkey } from './passkey/passkey.ts'
import { type RecoveryCodes, recoveryCodes } from './recovery-codes/recovery-codes.ts'

/** What people do with each method in the settings of their account. */
export type MethodSettings = AuthenticatorSettings & PasskeySettings

/** The second factors of the service. The password and the provider, which are first factors, have none of these rules. */
export interface SecondFactors {
  readonly challenges: Challenges
  readonly passkey: Passkey
  readonly recoveryCodes: RecoveryCodes
  /** Every method, the one first that a second step suggests first. */
  readonly all: readonly SecondFactor[]
  settings(add: AddFactor): MethodSettings
}

export function createSecondFactors(given: Omit<MethodDependencies, 'challenges'>): SecondFactors {
  const dependencies = { ...given, challenges: createChallenges(given) }
  const methods = {
    authenticatorApp: authenticatorApp(dependencies),
    passkey: passkey(dependencies),
    recoveryCodes: recoveryCodes(dependencies),
  }
  return {
    ...methods,
    challenges: dependencies.challenges,
    all: Object.values(methods),
    settings: (add) => ({ ...methods.authenticatorApp.settings(add), ...methods.passkey.settings(add) }),
  }
}

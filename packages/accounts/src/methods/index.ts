import { createChallenges } from '../signing-in/challenges.ts'
import type { AddFactor, MethodDependencies, SecondFactor } from '../signing-in/second-factor.ts'
import { createMethods } from './registry.ts'

/** The second factors of the service. The password and the provider, which are first factors, have none of these rules. */
export function createSecondFactors(given: Omit<MethodDependencies, 'challenges'>) {
  const dependencies = { ...given, challenges: createChallenges(given) }
  const methods = createMethods(dependencies)
  const all: readonly SecondFactor[] = Object.values(methods)
  return {
    ...methods,
    challenges: dependencies.challenges,
    /** Every method, the one first that a second step suggests first. */
    all,
    /** What people do with each method in the settings of their account. */
    settings: (add: AddFactor) => ({ ...methods.authenticatorApp.settings(add), ...methods.passkey.settings(add) }),
  }
}

export type SecondFactors = ReturnType<typeof createSecondFactors>

import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/**
 * Some actions need a sign-in in the last ten minutes. If the service asks for one, a dialog asks for the password and the
 * request is repeated, so that the page keeps what was typed.
 */
export const REAUTHENTICATION_REQUIRED = 'reauthentication_required'

interface Question {
  readonly answered: Promise<boolean>
  /** True if the password was given. */
  answer(confirmed: boolean): void
}

let question: Question | undefined
let renewals = 0
let renewing: Promise<unknown> | undefined
const { notify, subscribe } = createListeners()

/** Asks once for all waiting requests; true if the password was given. */
export function askForPassword(): Promise<boolean> {
  if (question !== undefined) return question.answered
  const { promise, resolve } = Promise.withResolvers<boolean>()
  show({
    answered: promise,
    answer(confirmed) {
      show(undefined)
      resolve(confirmed)
    },
  })
  return promise
}

/** The open question, for the dialog. */
export function useReauthentication(): Question | undefined {
  return useSyncExternalStore(subscribe, () => question)
}

/** Runs a request that changes the session secret. */
export async function renewSession<T>(renew: () => Promise<T>): Promise<T> {
  const running = renew()
  renewing = running
  try {
    return await running
  } finally {
    renewals++
    if (renewing === running) renewing = undefined
  }
}

/** Call when a request starts. The returned function resolves to whether the session secret has changed since. */
export function trackRenewal(): () => Promise<boolean> {
  const before = renewals
  return async () => {
    await renewing?.catch(() => {})
    return renewals !== before
  }
}

function show(next: Question | undefined): void {
  question = next
  notify()
}

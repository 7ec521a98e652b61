import { useSyncExternalStore } from 'react'

/**
 * Some acts want a sign-in of the last ten minutes. When the service says so, a dialog asks for the password, and what was
 * asked for is repeated: the page that asked notices nothing, and keeps all that was typed.
 */
export const REAUTHENTICATION_REQUIRED = 'reauthentication_required'

interface Question {
  readonly answered: Promise<boolean>
  /** Whether the password was given. */
  answer(given: boolean): void
}

let question: Question | undefined
let renewals = 0
let renewing: Promise<unknown> | undefined
const listeners = new Set<() => void>()

/** Asks the person, once for all that wait; true when they gave the password. */
export function askForPassword(): Promise<boolean> {
  if (question !== undefined) return question.answered
  const { promise, resolve } = Promise.withResolvers<boolean>()
  show({
    answered: promise,
    answer(given) {
      show(undefined)
      resolve(given)
    },
  })
  return promise
}

/** What the dialog has to ask, while it has. */
export function useReauthentication(): Question | undefined {
  return useSyncExternalStore(subscribe, () => question)
}

/** Runs what gives this browser another session secret. */
export async function whileRenewing<T>(renew: () => Promise<T>): Promise<T> {
  const running = renew()
  renewing = running
  try {
    return await running
  } finally {
    renewals++
    if (renewing === running) renewing = undefined
  }
}

/** Begins a request; the answer says later whether the session got another secret meanwhile, which it could not carry. */
export function noteSession(): () => Promise<boolean> {
  const before = renewals
  return async () => {
    await renewing?.catch(() => {})
    return renewals !== before
  }
}

function show(next: Question | undefined): void {
  question = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

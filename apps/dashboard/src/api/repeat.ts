import type { Middleware } from 'openapi-fetch'
import { askForPassword, noteSession, REAUTHENTICATION_REQUIRED } from '../session/reauthentication.ts'

interface Sent {
  /** Another copy, since a body can be sent only once. */
  readonly copy: Request
  readonly renewedMeanwhile: () => Promise<boolean>
}

/**
 * Repeats what was refused for want of a recent sign-in once the person has given the password, and what was on its way
 * while the session got another secret.
 */
export function repeatAfterReauthentication(): Middleware {
  const sent = new Map<string, Sent>()
  return {
    onRequest({ id, request }) {
      sent.set(id, { copy: request.clone(), renewedMeanwhile: noteSession() })
    },
    async onResponse({ id, response }) {
      const asked = sent.get(id)
      sent.delete(id)
      return asked !== undefined && (await isWorthRepeating(response, asked)) ? fetch(asked.copy) : undefined
    },
    onError({ id }) {
      sent.delete(id)
    },
  }
}

async function isWorthRepeating(response: Response, { copy, renewedMeanwhile }: Sent): Promise<boolean> {
  if (response.status === 401) return copy.method === 'GET' && (await renewedMeanwhile())
  if (response.status !== 403) return false
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return isReauthentication(problem) && (await askForPassword())
}

function isReauthentication(problem: unknown): boolean {
  return (
    typeof problem === 'object' && problem !== null && 'code' in problem && problem.code === REAUTHENTICATION_REQUIRED
  )
}

import type { Middleware } from 'openapi-fetch'
import { askForPassword, REAUTHENTICATION_REQUIRED, trackRenewal } from '../session/reauthentication.ts'

interface Sent {
  /** A second copy, since a body can be read only once. */
  readonly copy: Request
  readonly wasRenewed: () => Promise<boolean>
}

/**
 * Repeats requests that were rejected with `reauthentication_required` once the password is confirmed, and reads that were
 * running while the session secret changed.
 */
export function repeatAfterReauthentication(): Middleware {
  const sent = new Map<string, Sent>()
  return {
    onRequest({ id, request }) {
      sent.set(id, { copy: request.clone(), wasRenewed: trackRenewal() })
    },
    async onResponse({ id, response }) {
      const request = sent.get(id)
      sent.delete(id)
      return request !== undefined && (await shouldRepeat(response, request)) ? fetch(request.copy) : undefined
    },
    onError({ id }) {
      sent.delete(id)
    },
  }
}

async function shouldRepeat(response: Response, { copy, wasRenewed }: Sent): Promise<boolean> {
  if (response.status === 401) return copy.method === 'GET' && (await wasRenewed())
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

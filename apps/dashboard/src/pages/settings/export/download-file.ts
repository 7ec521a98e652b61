import { problemOf, unreachable } from '../../../api/problem.ts'

/**
 * Has the browser save the file at an address. Asks first, without making the file, whether there will be one: a refusal is
 * thrown as `ApiProblem`, where the browser would show or save it in place of the file.
 */
export async function takeFile(href: string): Promise<void> {
  const asked = await send(href, 'HEAD')
  if (!asked.ok) await refuse(href)
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}

/** An answer to HEAD has no body to say why. */
async function refuse(href: string): Promise<void> {
  const stop = new AbortController()
  const response = await send(href, 'GET', stop.signal)
  if (response.ok) stop.abort()
  else throw problemOf(response.status, await response.json().catch(() => undefined))
}

function send(href: string, method: 'HEAD' | 'GET', signal: AbortSignal | null = null): Promise<Response> {
  return fetch(href, { method, signal, cache: 'no-store', credentials: 'same-origin' }).catch((cause: unknown) => {
    throw unreachable(cause)
  })
}

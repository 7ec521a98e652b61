import { problemOf, unreachable } from '../../../api/problem.ts'

/**
 * Downloads a file. A HEAD request comes first, so that an error is thrown as `ApiProblem` instead of saved as the file.
 */
export async function downloadFile(href: string): Promise<void> {
  const response = await send(href, 'HEAD')
  if (!response.ok) await throwProblem(href)
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}

/** Repeats the request as GET, since an answer to HEAD has no problem document. */
async function throwProblem(href: string): Promise<void> {
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

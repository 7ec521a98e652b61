import { problemOf, unreachable } from '../../../api/problem.ts'

/**
 * What is stored of a visitor, as an NDJSON file. The name is in the body, since addresses are logged. Throws
 * `ApiProblem`, also for a file that breaks off.
 */
export async function visitorFile(product: string, visitor: string): Promise<Blob> {
  const failed = (cause: unknown): never => {
    throw unreachable(cause)
  }
  const response = await fetch(`/api/v1/products/${product}/visitors/export`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ visitor }),
    cache: 'no-store',
    credentials: 'same-origin',
  }).catch(failed)
  if (!response.ok) throw problemOf(response.status, await response.json().catch(() => undefined))
  return response.blob().catch(failed)
}

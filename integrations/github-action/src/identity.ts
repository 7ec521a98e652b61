import { type Environment, InputError } from './inputs.ts'

export interface IdentityDependencies {
  readonly fetch: typeof globalThis.fetch
  readonly sleep: (ms: number) => Promise<void>
}

const ATTEMPTS = 3
const TOKEN_LENGTH_MAX = 16_384

/** Asks the runner for the identity of the job, as a token for this audience. */
export async function jobIdentity(
  env: Environment,
  audience: string,
  { fetch, sleep }: IdentityDependencies,
): Promise<string> {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = env
  if (!address || !token)
    throw new InputError('The job has no identity. Add “permissions: id-token: write” to it, or give token.')
  const url = new URL(address)
  url.searchParams.set('audience', audience)
  const headers = { authorization: `bearer ${token}`, accept: 'application/json' }
  for (let made = 1; ; made++) {
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(30_000) }).catch(
      () => undefined,
    )
    if (response?.ok) return tokenIn(await response.json().catch(() => undefined))
    const mayPass = response === undefined || response.status >= 500 || response.status === 429
    if (!mayPass || made === ATTEMPTS)
      throw new Error(
        `The runner gave no identity: ${response === undefined ? 'no answer' : `status ${response.status}`}.`,
      )
    await sleep(1_000 * made)
  }
}

function tokenIn(body: unknown): string {
  const value = typeof body === 'object' && body !== null && 'value' in body ? body.value : undefined
  if (typeof value !== 'string' || value === '' || value.length > TOKEN_LENGTH_MAX)
    throw new Error('The runner gave no identity: its answer has no token.')
  return value
}

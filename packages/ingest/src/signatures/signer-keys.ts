import { createHash, webcrypto } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@footfall/core-domain'
import { webcrypto as signatures, type Verifier } from 'http-message-sig'
import { z } from 'zod'

/**
 * Fetches the directory of a signer, as text: `https://HOST/.well-known/http-message-signatures-directory`. Rejects where it
 * cannot be fetched; it follows no redirects and reaches no private addresses.
 */
export type FetchSignerDirectory = (host: string) => Promise<string>

/** A key that a signer publishes; `unknown` where it publishes no such key, `unavailable` where its directory cannot be fetched. */
export type FoundKey = Verifier | 'unknown' | 'unavailable'

export interface SignerKeys {
  find(host: string, keyId: string): Promise<FoundKey>
}

/** How long a directory is used before it is fetched again, and for how long where that fails. */
const FRESH_MS = HOUR_MS
const STALE_MS = DAY_MS
/** A key that is not in the directory may be new. Requests with made-up key ids cause one fetch in this time at most. */
const FETCH_EVERY_MS = MINUTE_MS
const KEYS_MAX = 50

const Ed25519Key = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().regex(/^[\w-]{43}$/),
  kid: z.string().max(256).optional(),
})
const Directory = z.object({ keys: z.array(z.unknown()).max(KEYS_MAX) })

interface Known {
  readonly keys: ReadonlyMap<string, Verifier>
  readonly fetchedMs: number
}

/** The keys of signers. The caller asks for hosts of the table of crawlers only, so there are few directories. */
export function createSignerKeys(fetchDirectory: FetchSignerDirectory, clock: { now(): number }): SignerKeys {
  const directories = new Map<string, Known>()
  const triedMs = new Map<string, number>()
  const fetching = new Map<string, Promise<void>>()

  async function refresh(host: string): Promise<void> {
    triedMs.set(host, clock.now())
    try {
      const keys = await keysIn(await fetchDirectory(host))
      directories.set(host, { keys, fetchedMs: clock.now() })
    } catch {
      // The keys in memory stay; callers see how old they are.
    }
  }

  /** At most one request to a host at a time. */
  function refreshOnce(host: string): Promise<void> {
    const running = fetching.get(host) ?? refresh(host).finally(() => fetching.delete(host))
    fetching.set(host, running)
    return running
  }

  return {
    async find(host, keyId) {
      const age = () => clock.now() - (directories.get(host)?.fetchedMs ?? Number.NEGATIVE_INFINITY)
      const found = () => directories.get(host)?.keys.get(keyId)
      const mayFetch = clock.now() - (triedMs.get(host) ?? Number.NEGATIVE_INFINITY) >= FETCH_EVERY_MS
      if (fetching.has(host) || (mayFetch && (age() > FRESH_MS || found() === undefined))) await refreshOnce(host)
      return age() > STALE_MS ? 'unavailable' : (found() ?? 'unknown')
    },
  }
}

/** The keys of a directory by their id and by their thumbprint; some directories have ids of their own. */
async function keysIn(json: string): Promise<ReadonlyMap<string, Verifier>> {
  const { keys } = Directory.parse(JSON.parse(json))
  const byId = new Map<string, Verifier>()
  for (const entry of keys) {
    const parsed = Ed25519Key.safeParse(entry)
    if (!parsed.success) continue
    const { kty, crv, x, kid } = parsed.data
    const key = await webcrypto.subtle
      .importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, ['verify'])
      .catch(() => undefined)
    if (key === undefined) continue
    const verifier = signatures.verifier(key)
    byId.set(thumbprint(x), verifier)
    if (kid !== undefined) byId.set(kid, verifier)
  }
  return byId
}

/** RFC 7638, of an Ed25519 key. */
function thumbprint(x: string): string {
  return createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
}

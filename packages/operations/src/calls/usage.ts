import {
  type Clock,
  type CredentialUse,
  coarseNetwork,
  HOUR_MS,
  type LastUseRecorder,
  timestamp,
} from '@footfall/core-domain'
import { credentialOf, type Principal } from '@footfall/scopes-policy'
import type { UsageObserver, UsedFor } from './authenticate.ts'

interface Pending {
  readonly kind: CredentialUse['kind']
  readonly id: string
  at: number
  address: string | undefined
  operation: string | undefined
  readonly scopes: Set<string>
}

/** A scope that is used all the time is written once an hour. */
const SCOPE_WRITTEN_EVERY_MS = HOUR_MS
/** What is remembered of written scopes; beyond it, all of them are written once more. */
const WRITTEN_MAX = 10_000

/** Collects last uses in memory and writes them in one batch, so that reading statistics costs no write. */
export function createUsageRecorder(lastUses: LastUseRecorder, clock: Clock) {
  let pending = new Map<string, Pending>()
  const written = new Map<string, number>()
  const isDue = (id: string, scope: string, at: number) =>
    at - (written.get(`${id} ${scope}`) ?? Number.NEGATIVE_INFINITY) >= SCOPE_WRITTEN_EVERY_MS
  const toUse = ({ kind, id, at, address, operation, scopes }: Pending): CredentialUse => ({
    kind,
    id,
    at: timestamp(at),
    ...(address !== undefined && networkIn(address)),
    ...(operation !== undefined && { operation }),
    ...(kind === 'token' && { scopes: [...scopes].filter((scope) => isDue(id, scope, at)) }),
  })
  const remember = (uses: readonly CredentialUse[]) => {
    if (written.size > WRITTEN_MAX) written.clear()
    for (const { id, at, scopes = [] } of uses)
      for (const scope of scopes) written.set(`${id} ${scope}`, Date.parse(at))
  }
  return {
    used(kind: CredentialUse['kind'], id: string, address: string | undefined, did?: UsedFor) {
      let use = pending.get(id)
      if (use === undefined) {
        use = { kind, id, at: 0, address: undefined, operation: undefined, scopes: new Set() }
        pending.set(id, use)
      }
      use.at = clock.now()
      if (address !== undefined) use.address = address
      if (did === undefined) return
      use.operation = did.operation
      for (const scope of did.scopes) use.scopes.add(scope)
    },
    /** Writes what was collected; on failure it is kept for the next call. */
    async flush() {
      if (pending.size === 0) return
      const batch = pending
      pending = new Map()
      const uses = [...batch.values()].map(toUse)
      try {
        await lastUses.record(uses)
        remember(uses)
      } catch (error) {
        pending = merged(batch, pending)
        throw error
      }
    },
  } satisfies UsageObserver & { flush(): Promise<void> }
}

/** What was not written, and what was collected meanwhile. */
function merged(before: ReadonlyMap<string, Pending>, since: ReadonlyMap<string, Pending>): Map<string, Pending> {
  const all = new Map(before)
  for (const [id, use] of since) {
    const earlier = before.get(id)
    for (const scope of earlier?.scopes ?? []) use.scopes.add(scope)
    all.set(id, {
      ...use,
      address: use.address ?? earlier?.address,
      operation: use.operation ?? earlier?.operation,
    })
  }
  return all
}

function networkIn(address: string): Pick<CredentialUse, 'network'> {
  const network = coarseNetwork(address)
  return network === '' ? {} : { network }
}

/** Notes what a credential did. People and shared links have no last use. */
export function recordUse(usage: UsageObserver, principal: Principal, did: UsedFor, address: string | undefined): void {
  const kind = KINDS[principal.kind]
  if (kind !== undefined) usage.used(kind, credentialOf(principal), address, did)
}

const KINDS: Readonly<Record<Principal['kind'], CredentialUse['kind'] | undefined>> = {
  account_token: 'token',
  website_key: 'key',
  oauth_connection: 'connection',
  session: undefined,
  shared_link: undefined,
}

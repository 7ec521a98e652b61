import {
  type AccountId,
  type Clock,
  hashSecret,
  type LeakedCredential,
  leakNotice,
  type ProductId,
  type RandomSource,
  recordChange,
  type SecretKind,
  type Store,
  secretKind,
  type Timestamp,
  type Transaction,
  timestamp,
} from '@footfall/core-domain'

export interface LeakServices {
  readonly store: Store
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  readonly clock: Clock
  readonly random: RandomSource
}

/** Where a report came from, for the audit log. */
export interface LeakOrigin {
  readonly address: string | undefined
  readonly requestId: string
}

/** An active credential whose secret was reported. */
interface Found {
  readonly credential: LeakedCredential
  readonly subject: string
  /** Who is notified; undefined if nobody is known. */
  readonly owner: AccountId | undefined
  readonly product?: ProductId
  /** Ends it. Returns what the owner should know of it. */
  end(tx: Transaction, at: Timestamp): Promise<LeakedCredential>
}

/**
 * Ends a credential whose secret somebody reported, with everything that it has made, and notifies its owner. Only the whole
 * secret of an active credential has an effect, and anyone who has it could do more harm with it. Unknown texts change
 * nothing, and the caller cannot see a difference.
 */
export async function endLeaked(secret: string, services: LeakServices, origin: LeakOrigin): Promise<void> {
  const kind = secretKind(secret)
  if (kind === undefined) return
  const hash = hashSecret(secret)
  if ((await find(kind, hash, services.store, services.clock)) === undefined) return
  await services.transaction(async (tx) => {
    // It may have ended meanwhile.
    const found = await find(kind, hash, tx.store, services.clock)
    if (found === undefined) return
    const ended = await found.end(tx, timestamp(services.clock.now()))
    const { name, prefix } = ended
    await recordChange(tx, services, {
      actor: { kind: 'anonymous', credential: undefined, account: found.owner, lineage: [] },
      operation: 'leak_reported',
      product: found.product,
      subject: found.subject,
      summary: `End “${name}”${prefix === undefined ? '' : ` (${prefix}…)`}, whose secret was reported as leaked.`,
      changes: [{ path: 'status', from: 'active', to: 'revoked' }],
      channel: 'rest',
      address: origin.address,
      request_id: origin.requestId,
    })
    const owner = found.owner && (await tx.store.accounts.find(found.owner))
    if (owner !== undefined) await tx.store.outbox.enqueue(leakNotice(services, owner, ended))
  })
}

async function find(kind: SecretKind, hash: string, store: Store, clock: Clock): Promise<Found | undefined> {
  switch (kind) {
    case 'account_token':
      return leakedToken(hash, store)
    case 'website_key':
      return leakedKey(hash, store)
    case 'oauth_access':
    case 'oauth_refresh':
      return leakedConnection(kind, hash, store, timestamp(clock.now()))
  }
}

async function leakedToken(hash: string, store: Store): Promise<Found | undefined> {
  const record = await store.tokens.findByHash(hash)
  if (record?.token.status !== 'active') return undefined
  const { id, name, prefix } = record.token
  const credential: LeakedCredential = { kind: 'token', name, prefix }
  return {
    credential,
    subject: id,
    owner: record.account,
    end: async (tx, at) => ({
      ...credential,
      dependents: await tx.store.tokens.revoke(id, `Its ancestor ${id} was reported as leaked.`, at),
    }),
  }
}

async function leakedKey(hash: string, store: Store): Promise<Found | undefined> {
  const record = await store.productKeys.findByHash(hash)
  if (record?.key.status !== 'active') return undefined
  const { key, product, issuer } = record
  const credential: LeakedCredential = { kind: 'key', name: key.name, prefix: key.prefix }
  return {
    credential,
    subject: key.id,
    owner: issuer ?? (await store.products.findOwned(product))?.owner,
    product,
    async end(tx, at) {
      await tx.store.productKeys.revoke(product, key.id, at)
      return credential
    },
  }
}

async function leakedConnection(
  kind: 'oauth_access' | 'oauth_refresh',
  hash: string,
  store: Store,
  now: Timestamp,
): Promise<Found | undefined> {
  const found = await store.connectedApps.findBySecret(kind, hash, now)
  if (found === undefined) return undefined
  const { app, account } = found
  const credential: LeakedCredential = { kind: 'connection', name: app.client_name }
  return {
    credential,
    subject: app.id,
    owner: account,
    async end(tx, at) {
      await tx.store.connectedApps.revoke(account, app.id, at)
      return credential
    },
  }
}

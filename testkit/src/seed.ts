import {
  type Account,
  type AccountId,
  type AccountToken,
  type Clock,
  type CredentialLimits,
  type DeliverySubject,
  type Funnel,
  idFactory,
  type MemberId,
  mintLinkSecret,
  mintSecret,
  type ProductId,
  type ProductKey,
  type ProductSelection,
  type RandomSource,
  Role,
  type SharedLinkFields,
  type ShareId,
  type StoredReport,
  type Timestamp,
  TimeZone,
  type TokenId,
  type TokenTrust,
  type TransactionalStore,
  timestamp,
  UNLIMITED,
  UTC,
  type WritableStore,
} from '@footfall/core-domain'

/** The stores that seeds write to, such as a `TestDatabase`. */
export interface SeedTarget {
  /** Inside a transaction, seeds are part of it; otherwise each is its own transaction. */
  readonly store: TransactionalStore | WritableStore
  readonly clock: Clock
  readonly random: RandomSource
}

export interface SeededPerson {
  readonly account: Account
  readonly member: MemberId
}

export interface SeededProduct {
  readonly product: ProductId
  /** One person per role, all active members. */
  readonly people: Readonly<Record<Role, SeededPerson>>
}

export interface SeededToken {
  readonly token: AccountToken
  /** The plaintext, to be sent as `Authorization: Bearer …`. */
  readonly secret: string
}

export interface SeededProductKey {
  readonly key: ProductKey
  /** The plaintext, to be sent as `Authorization: Bearer …`. */
  readonly secret: string
}

async function inTransaction<T>(store: SeedTarget['store'], work: (store: WritableStore) => Promise<T>): Promise<T> {
  return 'transaction' in store ? store.transaction((tx) => work(tx.store)) : work(store)
}

export async function seedAccount({ store, clock, random }: SeedTarget, name = 'Ada'): Promise<Account> {
  const id = idFactory(random).account()
  const email = `${id.toLowerCase()}@example.com`
  const account = { id, email, name, language: null, created_at: timestamp(clock.now()) }
  await inTransaction(store, (store) => store.accounts.insert(account))
  return account
}

/** A product with a member in every role. */
export async function seedProduct(
  target: SeedTarget,
  { name = 'Example', timezone = 'UTC' }: { name?: string; timezone?: string } = {},
): Promise<SeededProduct> {
  const { store, clock, random } = target
  const ids = idFactory(random)
  const at = timestamp(clock.now())
  const product = ids.product()
  const person = async (role: Role) => ({ account: await seedAccount(target, role), member: ids.member() })

  const people: Record<Role, SeededPerson> = {
    owner: await person('owner'),
    admin: await person('admin'),
    editor: await person('editor'),
    viewer: await person('viewer'),
  }
  await inTransaction(store, async (store) => {
    await store.products.insert(
      { id: product, name, timezone: TimeZone.parse(timezone), created_at: at },
      { member: people.owner.member, account: people.owner.account.id },
    )
    for (const role of Role.options) {
      if (role === 'owner') continue
      const { member, account } = people[role]
      await store.members.insert(product, { id: member, email: account.email, role, account: account.id, at })
    }
  })
  return { product, people }
}

/** One more product of an account, which owns it without other members. */
export async function seedProductOf(
  { store, clock, random }: SeedTarget,
  account: Pick<Account, 'id'>,
): Promise<ProductId> {
  const ids = idFactory(random)
  const id = ids.product()
  const product = { id, name: 'Another', timezone: TimeZone.parse('UTC'), created_at: timestamp(clock.now()) }
  await inTransaction(store, (store) => store.products.insert(product, { member: ids.member(), account: account.id }))
  return id
}

/** An account token, of depth 0 unless it has a parent. */
export async function seedToken(
  { store, clock, random }: SeedTarget,
  account: Pick<Account, 'id'>,
  options: {
    readonly scopes: readonly string[]
    readonly products?: ProductSelection
    readonly parent?: AccountToken
    readonly expires_at?: Timestamp
    readonly status?: AccountToken['status']
    readonly limits?: Partial<CredentialLimits>
  },
): Promise<SeededToken> {
  const { secret, stored } = mintSecret('account_token', random)
  const at = timestamp(clock.now())
  const token: AccountToken = {
    id: idFactory(random).token(),
    name: 'Seeded token',
    prefix: stored.prefix,
    scopes: [...options.scopes],
    products: options.products ?? { mode: 'all' },
    ...UNLIMITED,
    ...options.limits,
    parent_id: options.parent?.id ?? null,
    depth: options.parent ? options.parent.depth + 1 : 0,
    status: options.status ?? 'active',
    expires_at: options.expires_at ?? null,
    created_at: at,
    last_used_at: null,
    allowed_networks: [],
    last_used_network: null,
    last_used_operation: null,
    revision: 1,
    updated_at: at,
  }
  await inTransaction(store, (store) => store.tokens.insert(account.id, token, stored))
  return { token, secret: secret.reveal() }
}

/** A trust of the token in one workload, without wildcards in its subject. */
export async function seedTrust(
  { store, clock, random }: SeedTarget,
  token: Pick<AccountToken, 'id' | 'scopes'>,
  given: Partial<Omit<TokenTrust, 'id' | 'token_id' | 'created_at'>> = {},
): Promise<TokenTrust> {
  const trust: TokenTrust = {
    id: idFactory(random).trust(),
    token_id: token.id,
    issuer: 'https://issuer.example',
    audience: 'https://stats.example',
    subject: 'repo:acme/site:ref:refs/heads/main',
    claims: {},
    scopes: [...token.scopes],
    products: { mode: 'all' },
    limits: {},
    lifetime_seconds: 600,
    ...given,
    created_at: timestamp(clock.now()),
  }
  await inTransaction(store, (store) => store.tokenTrusts.insert(trust, trust.subject))
  return trust
}

/** A Website API key of the product: issued by a token, by an account, or by an unknown issuer. */
export async function seedProductKey(
  { store, clock, random }: SeedTarget,
  product: ProductId,
  options: {
    readonly kind?: ProductKey['kind']
    readonly scopes?: ProductKey['scopes']
    readonly status?: ProductKey['status']
    readonly expires_at?: Timestamp
    readonly issuer?: TokenId
    readonly account?: AccountId
  } = {},
): Promise<SeededProductKey> {
  const { secret, stored } = mintSecret('website_key', random)
  const at = timestamp(clock.now())
  const id = idFactory(random).productKey()
  const fields: Omit<ProductKey, 'issued_by'> = {
    id,
    name: 'Seeded key',
    kind: options.kind ?? 'api',
    scopes: [...(options.scopes ?? [])],
    prefix: stored.prefix,
    status: options.status ?? 'active',
    ...(options.expires_at !== undefined && { expires_at: options.expires_at }),
    created_at: at,
    last_used_at: null,
    allowed_networks: [],
    last_used_network: null,
    last_used_operation: null,
    revision: 1,
    updated_at: at,
  }
  const token = options.issuer === undefined ? undefined : await store.tokens.find(options.issuer)
  const account = options.account ?? token?.account
  const issuer = account && { account, token: token?.token.id }
  await inTransaction(store, (store) => store.productKeys.insert(product, fields, stored, issuer))
  const key = await store.productKeys.find(product, id)
  if (key === undefined) throw new Error('the key that was just inserted is not there')
  return { key, secret: secret.reveal() }
}

export interface SeededSharedLink {
  readonly id: ShareId
  /** The plaintext, the last part of the address. */
  readonly secret: string
}

/** A shared link of the product; of its overview unless other sections are given. */
export async function seedSharedLink(
  { store, clock, random }: SeedTarget,
  product: ProductId,
  {
    passwordHash,
    sealed,
    id = idFactory(random).share(),
    ...given
  }: Partial<SharedLinkFields> & {
    readonly passwordHash?: string
    readonly sealed?: string
    readonly id?: ShareId
  } = {},
): Promise<SeededSharedLink> {
  const { secret, hash } = mintLinkSecret(random)
  const fields = {
    name: 'Seeded link',
    sections: ['overview' as const],
    segment: null,
    embed_origins: [],
    expires_at: null,
  }
  const link = { id, ...fields, ...given, created_at: timestamp(clock.now()) }
  await inTransaction(store, (store) => store.sharedLinks.insert(product, link, { hash, sealed }, passwordHash))
  return { id, secret: secret.reveal() }
}

/** A weekly report by email, due now. */
export async function seedReport(
  { store, clock, random }: SeedTarget,
  subject: DeliverySubject,
  given: Partial<StoredReport> = {},
): Promise<StoredReport> {
  const at = timestamp(clock.now())
  const report: StoredReport = {
    id: idFactory(random).report(),
    subject,
    name: 'Weekly',
    schedule: { every: 'week', weekday: 1, hour: 8 },
    timezone: UTC,
    target: { kind: 'email', addresses: ['reader@example.com'] },
    due_at: at,
    requested_at: undefined,
    created_at: at,
    revision: 1,
    updated_at: at,
    ...given,
  }
  await inTransaction(store, (store) => store.scheduledReports.insert(report))
  return report
}

/** A funnel of two steps. */
export async function seedFunnel(
  { store, clock, random }: SeedTarget,
  product: ProductId,
  name = 'Checkout',
): Promise<Funnel> {
  const at = timestamp(clock.now())
  const funnel: Funnel = {
    id: idFactory(random).funnel(),
    name,
    steps: [
      { kind: 'page', match: '/cart' },
      { kind: 'event', match: 'purchase' },
    ],
    window_minutes: 60,
    created_at: at,
    revision: 1,
    updated_at: at,
  }
  await inTransaction(store, (store) => store.funnels.insert(product, funnel))
  return funnel
}

import type {
  Account,
  AccountId,
  AccountToken,
  Annotation,
  AnnotationId,
  App,
  AppId,
  AuditActor,
  AuditEntry,
  FunnelId,
  IntegrationProvider,
  LocalDate,
  MemberId,
  PasswordResetId,
  ProductId,
  ProductKey,
  ProductKeyId,
  ProviderConnection,
  Role,
  SessionId,
  SettingsSection,
  SignInAttempts,
  Timestamp,
  TimeZone,
  TokenId,
} from '@footfall/core-domain'
import type { EpochMs, Fingerprint, IdempotencyKey, IdempotencyRecord } from '@footfall/idempotency'
import type { Generated } from 'kysely'
import type { OAuthTables } from './oauth-tables.ts'

/** JSON documents are stored as text; the alias says what the text is. */
type JsonText = string

interface Mutable {
  revision: number
  updated_at: Timestamp
}

/** Every table of the control data, column for column as the migrations make them. */
export interface Tables extends OAuthTables {
  accounts: Account & {
    /** When the operator disabled it. */
    disabled_at: Generated<Timestamp | null>
  }
  /** Shaped so that a sign-in library can keep one row per way to sign in. */
  sign_in_methods: {
    id: string
    account_id: AccountId
    provider_id: string
    provider_account_id: string
    password_hash: string | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  /** Browsers in which people are signed in. */
  sessions: {
    id: SessionId
    secret_hash: string
    account_id: AccountId
    created_at: Timestamp
    authenticated_at: Timestamp
    expires_at: Timestamp
  }
  /** `subject` is a keyed hash. */
  sign_in_attempts: SignInAttempts & { subject: string }
  products: Mutable & { id: ProductId; name: string; timezone: TimeZone; created_at: Timestamp }
  /** An invited member has no account yet. */
  members: Mutable & {
    id: MemberId
    product_id: ProductId
    account_id: AccountId | null
    email: string
    role: Role
    status: 'active' | 'invited'
    invited_at: Timestamp | null
    joined_at: Timestamp | null
    created_at: Timestamp
  }
  /** `preferences` is stored without its time zone, which lives in `products.timezone` alone. */
  product_settings: Mutable & { product_id: ProductId; section: SettingsSection; document: JsonText }
  apps: Mutable & {
    id: AppId
    product_id: ProductId
    platform: App['platform']
    name: string
    bundle_id: string
    created_at: Timestamp
  }
  funnels: Mutable & {
    id: FunnelId
    product_id: ProductId
    name: string
    steps: JsonText
    window_minutes: number
    created_at: Timestamp
  }
  product_keys: Mutable & {
    id: ProductKeyId
    product_id: ProductId
    name: string
    kind: ProductKey['kind']
    scopes: JsonText
    prefix: string
    secret_hash: string
    issuer_token_id: TokenId | null
    /** Null where no issuer is known: the key is older than this column, or the account is deleted. */
    issuer_account_id: AccountId | null
    status: ProductKey['status']
    disabled_reason: string | null
    created_at: Timestamp
    last_used_at: Timestamp | null
  }
  account_tokens: Mutable & {
    id: TokenId
    account_id: AccountId
    parent_id: TokenId | null
    depth: number
    /** Ids from the root down to this token, each followed by a slash: a subtree is one range of this column. */
    lineage: string
    name: string
    prefix: string
    secret_hash: string
    scopes: JsonText
    product_mode: AccountToken['products']['mode']
    product_ids: JsonText | null
    /** `expired` is never stored: it follows from `expires_at`. */
    status: Exclude<AccountToken['status'], 'expired'>
    disabled_reason: string | null
    expires_at: Timestamp | null
    created_at: Timestamp
    last_used_at: Timestamp | null
  }
  annotations: Mutable & {
    id: AnnotationId
    product_id: ProductId
    date: LocalDate
    title: Annotation['title']
    note: string | null
    created_at: Timestamp
  }
  provider_connections: {
    product_id: ProductId
    provider: IntegrationProvider
    status: ProviderConnection['status']
    detail: string | null
    /** Empty until one is chosen. */
    property: string
    properties: JsonText
    refresh_token: string
    synced_at: Timestamp | null
    sync_requested_at: Timestamp | null
    updated_at: Timestamp
  }
  provider_leftovers: {
    id: string
    product_id: ProductId
    provider: IntegrationProvider
    refresh_token: string | null
    has_rows: 0 | 1
    created_at: Timestamp
    due_at: Timestamp
  }
  /** `salt` is hex. */
  daily_salts: { day: string; salt: string }
  payment_ledger: {
    product_id: ProductId
    payment_id: string
    fingerprint: string
    status: 'claimed' | 'completed'
    claimed_at: Timestamp
  }
  /** `lineage` and `changes` are lists. */
  audit_entries: {
    id: string
    at: Timestamp
    actor_kind: AuditActor['kind']
    credential: string | null
    account_id: AccountId | null
    lineage: JsonText
    operation: string
    product_id: ProductId | null
    subject: string | null
    summary: string
    changes: JsonText
    idempotency_key: string | null
    channel: AuditEntry['channel']
    address: string | null
    request_id: string | null
  }
  /** Every token that an entry tells of: the one that acted, those it descends from, the one that was changed. */
  audit_entry_tokens: { token_id: TokenId; at: Timestamp; entry_id: string }
  product_purges: { product_id: ProductId; deleted_at: Timestamp; due_at: Timestamp }
  outbox: {
    id: string
    recipient: string
    subject: string
    text: string
    created_at: Timestamp
    /** Not to be taken before; the end of the lease once it is taken. */
    due_at: Timestamp
    attempts: number
    delivered_at: Timestamp | null
    problem: string | null
    /** The member whose invitation this is; the sender adds the link. */
    invitation: MemberId | null
    /** The password reset that the mail is about; the sender adds the link. */
    password_reset: PasswordResetId | null
  }
  /** At most one per account. `bound_to` is a hash of what the account was when the link was asked for. */
  password_resets: {
    account_id: AccountId
    id: PasswordResetId
    bound_to: string
    requested_at: Timestamp
    expires_at: Timestamp
    used_at: Timestamp | null
    /** How many mails were sent since when, for the limit per account. */
    mails_since: Timestamp
    mails: number
  }
  /** What people asked for and nobody has answered yet, whether the address is known or not. */
  password_reset_requests: {
    email: string
    requested_at: Timestamp
    address: string | null
    request_id: string | null
  }
  idempotency_records: {
    /** Of the claim that holds the key. */
    id: string
    owner: string
    key: IdempotencyKey
    operation: string
    fingerprint: Fingerprint
    state: IdempotencyRecord['state']
    claimed_at: EpochMs
    /** As claimed; `idempotency_renewals` moves it on. */
    lease_until: EpochMs
    completed_at: EpochMs | null
    expires_at: EpochMs | null
    result: JsonText | null
    resolved_at: EpochMs | null
  }
  idempotency_renewals: { claim_id: string; lease_until: EpochMs }
  /** Written by Kysely's `Migrator`. */
  schema_migrations: { name: string; timestamp: string }
}

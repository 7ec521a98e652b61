import type {
  Account,
  AccountId,
  AccountToken,
  AlertId,
  Annotation,
  AnnotationColor,
  App,
  ApprovalId,
  ApprovalState,
  AuditActor,
  AuditEntry,
  CredentialLimits,
  DeliveryId,
  DeliverySource,
  ExternalIdentityKey,
  Funnel,
  ImportRecord,
  IntegrationProvider,
  Member,
  MemberId,
  Mutable,
  PasskeyId,
  PasswordResetId,
  Product,
  ProductId,
  ProductKey,
  ProviderConnection,
  ReportId,
  SecondFactorMethod,
  Segment,
  SessionId,
  SettingsSection,
  SharedLink,
  SignInAttempts,
  Timestamp,
  TimeZone,
  TokenId,
  TokenTrust,
  TrustId,
  VisitorErasure,
} from '@footfall/core-domain'
import type { Generated } from 'kysely'
import type { OAuthTables } from './oauth-tables.ts'

/** A JSON document, stored as text. */
type JsonText = string

interface OfProduct {
  product_id: ProductId
}

/** Of a product or of an account, never of both. */
interface OfOne {
  product_id: ProductId | null
  account_id: AccountId | null
}

/** Every table of the control data, with the columns that the migrations make. */
export interface Tables extends OAuthTables {
  accounts: Account & {
    /** When the operator disabled it. */
    disabled_at: Generated<Timestamp | null>
    revision: Generated<number>
  }
  /** One row for each way to sign in, as sign-in libraries store them. */
  sign_in_methods: {
    id: string
    account_id: AccountId
    provider_id: string
    provider_account_id: string
    password_hash: string | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  /** Identities at OpenID providers. */
  external_identities: ExternalIdentityKey & { account_id: AccountId; email: string; linked_at: Timestamp }
  /** Browsers in which a person is signed in. */
  sessions: {
    id: SessionId
    secret_hash: string
    account_id: AccountId
    created_at: Timestamp
    authenticated_at: Timestamp
    expires_at: Timestamp
    second_factor: SecondFactorMethod | null
    used_at: Timestamp
    address: string | null
    user_agent: string | null
  }
  /** Authenticator apps. `last_step` is the time step of the newest accepted code. */
  authenticators: { account_id: AccountId; sealed_secret: string; last_step: number; created_at: Timestamp }
  /** `transports` is a list. */
  passkeys: {
    id: PasskeyId
    account_id: AccountId
    name: string
    credential_id: string
    public_key: string
    counter: number
    transports: JsonText
    created_at: Timestamp
    last_used_at: Timestamp | null
  }
  /** The unused ones. */
  recovery_codes: { account_id: AccountId; code_hash: string; created_at: Timestamp }
  used_challenges: { challenge: string; expires_at: Timestamp }
  /** `subject` is a keyed hash. */
  sign_in_attempts: SignInAttempts & { subject: string }
  products: Product
  /** An invited member has no account yet. */
  members: Omit<Member, 'name'> &
    OfProduct & { account_id: AccountId | null; invited_by: AccountId | null; created_at: Timestamp }
  /** `preferences` is stored without its time zone, which is in `products.timezone`. */
  product_settings: Mutable & OfProduct & { section: SettingsSection; document: JsonText }
  apps: App & OfProduct
  funnels: Omit<Funnel, 'steps'> & OfProduct & { steps: JsonText }
  segments: Omit<Segment, 'filters'> & OfProduct & { filters: JsonText }
  /** `sections` and `embed_origins` are lists. */
  shared_links: Omit<SharedLink, 'sections' | 'password' | 'segment' | 'embed_origins' | 'status'> &
    OfProduct & {
      sections: JsonText
      segment_id: SharedLink['segment']
      embed_origins: JsonText
      secret_hash: string
      sealed_secret: string | null
      password_hash: string | null
      password_revision: number
      ended_at: Timestamp | null
    }
  product_keys: Omit<
    ProductKey,
    'issued_by' | 'scopes' | 'allowed_networks' | 'status' | 'disabled_reason' | 'expires_at'
  > &
    OfProduct & {
      scopes: JsonText
      allowed_networks: JsonText
      secret_hash: string
      issuer_token_id: TokenId | null
      /** Null where no issuer is known: the key is older than this column, or the account was deleted. */
      issuer_account_id: AccountId | null
      /** `expired` is never stored: it follows from `expires_at`. */
      status: Exclude<ProductKey['status'], 'expired'>
      disabled_reason: string | null
      expires_at: Timestamp | null
    }
  account_tokens: Omit<
    AccountToken,
    'scopes' | 'products' | 'allowed_networks' | 'status' | 'disabled_reason' | keyof CredentialLimits
  > & {
    account_id: AccountId
    /** Ids from the root to this token, each followed by a slash, so that a subtree is one range of this column. */
    lineage: string
    secret_hash: string
    scopes: JsonText
    allowed_networks: JsonText
    /** Uses of scopes from before are unknown. */
    scopes_watched_since: Timestamp
    product_mode: AccountToken['products']['mode']
    product_ids: JsonText | null
    read_only: 0 | 1
    toolsets: JsonText | null
    preview_first: 0 | 1
    approval: 0 | 1
    /** `expired` is never stored: it follows from `expires_at`. */
    status: Exclude<AccountToken['status'], 'expired'>
    disabled_reason: string | null
    /** By which it was exchanged for an identity token; null for all others. The trust may be gone. */
    trust_id: TrustId | null
  }
  /** `claims` is a list of names and values, ordered by name. */
  token_trusts: Omit<TokenTrust, 'claims' | 'scopes' | 'products' | 'limits'> & {
    subject_head: string
    claims: JsonText
    scopes: JsonText
    products: JsonText
    limits: JsonText
  }
  /** Identity tokens that were exchanged, until they have expired. `token` is a hash. */
  exchanged_tokens: { token: string; expires_at: Timestamp }
  token_scope_uses: { token_id: TokenId; scope: string; last_used_at: Timestamp }
  token_policies: {
    account_id: AccountId
    max_lifetime_days: number | null
    require_expiry: 0 | 1
    revision: number
    updated_at: Timestamp
  }
  expiry_notices: { credential: string; days: number; ends_at: Timestamp; sent_at: Timestamp }
  annotations: Omit<Annotation, 'note' | 'category' | 'color'> &
    OfProduct & { note: string | null; category: string | null; color: AnnotationColor | null }
  provider_connections: OfProduct & {
    provider: IntegrationProvider
    status: ProviderConnection['status']
    detail: string | null
    /** Empty until a person has chosen one. */
    property: string
    properties: JsonText
    refresh_token: string
    synced_at: Timestamp | null
    sync_requested_at: Timestamp | null
    updated_at: Timestamp
  }
  /** The cleanup queue: what is still to be deleted or revoked outside the control data. */
  provider_leftovers: OfProduct & {
    id: string
    provider: IntegrationProvider
    refresh_token: string | null
    has_rows: 0 | 1
    created_at: Timestamp
    due_at: Timestamp
  }
  /** At most one row, whose `slot` is 1. */
  engine_claim: { slot: number; engine_id: string; place: string; claimed_at: Timestamp }
  /** `salt` is hex. */
  daily_salts: { day: string; salt: string }
  payment_ledger: OfProduct & {
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
    approved_by: AccountId | null
    /** What restores the state before; null for a change without an opposite. */
    undo: JsonText | null
  }
  /** Every token of an entry: the one that acted, its ancestors, and the one that was changed. */
  audit_entry_tokens: { token_id: TokenId; at: Timestamp; entry_id: string }
  visitor_keys: OfProduct & { key_hex: string; created_at: Timestamp }
  visitor_erasures: Omit<VisitorErasure, 'product'> & OfProduct & { due_at: Timestamp }
  /** `left_out` is a list. */
  imports: Omit<
    ImportRecord,
    'product' | 'from' | 'to' | 'rows' | 'left_out' | 'beyond_retention' | 'skip_invalid' | 'uploaded'
  > &
    OfProduct & {
      from_day: ImportRecord['from']
      to_day: ImportRecord['to']
      stored_rows: number
      skip_invalid: 0 | 1
      uploaded: 0 | 1
      left_out: JsonText
      beyond_retention: JsonText | null
    }
  product_purges: OfProduct & { deleted_at: Timestamp; due_at: Timestamp }
  outbox: {
    id: string
    recipient: string
    subject: string
    text: string
    created_at: Timestamp
    /** The earliest time of the next attempt; the end of the lease while it is taken. */
    due_at: Timestamp
    attempts: number
    delivered_at: Timestamp | null
    problem: string | null
    /** The member whom the mail invites; the sender adds the link. */
    invitation: MemberId | null
    /** The password reset that the mail is about; the sender adds the link. */
    password_reset: PasswordResetId | null
  }
  /** Of a product or of an account. `leased_until` is set while a replica makes the report. */
  scheduled_reports: OfOne & {
    id: ReportId
    name: string
    schedule: JsonText
    timezone: TimeZone | null
    target: JsonText
    due_at: Timestamp | null
    requested_at: Timestamp | null
    leased_until: Timestamp | null
    created_at: Timestamp
    revision: number
    updated_at: Timestamp
  }
  /** `due_at` is null while it is disabled; `leased_until` is set while a replica evaluates it. */
  alerts: OfProduct & {
    id: AlertId
    name: string
    rule: JsonText
    target: JsonText
    due_at: Timestamp | null
    leased_until: Timestamp | null
    active_since: Timestamp | null
    last_judgement: JsonText | null
    created_at: Timestamp
    revision: number
    updated_at: Timestamp
  }
  deliveries: OfOne & {
    id: DeliveryId
    source_id: DeliverySource
    occurrence: string
    /** Of an email; empty for a webhook. */
    address: string
    recipient: JsonText
    message: JsonText
    created_at: Timestamp
    /** The earliest time of the next attempt; the end of the lease while it is taken. */
    due_at: Timestamp
    attempts: number
    ended_at: Timestamp | null
    outcome: 'delivered' | 'failed' | null
    problem: string | null
  }
  email_opt_outs: { address: string; source_id: DeliverySource | 'all'; created_at: Timestamp }
  /** At most one per account. `bound_to` is a hash of the email address and password when the link was requested. */
  password_resets: {
    account_id: AccountId
    id: PasswordResetId
    bound_to: string
    requested_at: Timestamp
    expires_at: Timestamp
    used_at: Timestamp | null
    /** `mails` were sent since `mails_since`, for the limit per account. */
    mails_since: Timestamp
    mails: number
  }
  /** Requests that are not answered yet, whether the address has an account or not. */
  password_reset_requests: {
    email: string
    requested_at: Timestamp
    address: string | null
    request_id: string | null
  }
  /** Previews that have served a change, until they have expired. */
  preview_uses: { preview: string; expires_at: Timestamp }
  /** Confirmed changes that wait for a person, and what became of them. */
  approvals: {
    id: ApprovalId
    state: ApprovalState
    credential: string
    principal: JsonText
    account_id: AccountId
    product_id: ProductId | null
    operation: string
    input: JsonText
    summary: string
    changes: JsonText
    names: JsonText
    revision: number | null
    idempotency_key: string
    channel: AuditEntry['channel']
    address: string | null
    request_id: string | null
    created_at: Timestamp
    expires_at: Timestamp
    kept_until: Timestamp
    decided_at: Timestamp | null
    decided_by: AccountId | null
    words: string | null
    result: JsonText | null
  }
  /** New secrets that wait to be shown; `sealed` is null once one was. */
  kept_secrets: { handle_hash: string; account_id: AccountId; sealed: string | null; expires_at: Timestamp }
  /** Written by Kysely's `Migrator`. */
  /** `release` is the version that ran the step; null for steps of releases that did not record it. */
  schema_migrations: { name: string; timestamp: string; release: string | null }
}

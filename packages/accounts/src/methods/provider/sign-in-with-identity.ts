import {
  Account,
  AlreadyExists,
  Email,
  idFactory,
  type Store,
  securityNotice,
  type Transaction,
  timestamp,
} from '@footfall/core-domain'
import { afterFirstFactor, type SignInDependencies, type SignInOutcome } from '../../signing-in/begin-session.ts'
import type { BrowserOrigin } from '../../signing-in/origin.ts'
import { recordPersonAct } from '../../signing-in/record-person-act.ts'
import type { ProvenIdentity } from './proven-identity.ts'

/** How the operator set up the provider. */
export interface IdentityPolicy {
  /** What people call the provider. */
  readonly name: string
  readonly createAccounts: boolean
}

/** Why a proven identity does not sign in. */
export type IdentityRejection =
  | 'no_email'
  | 'unverified_email'
  /** No account has the address, and none is created. */
  | 'no_account'
  /** The account with the address is linked to another identity of the provider. */
  | 'other_identity'
  | 'disabled'

export type IdentitySignIn = SignInOutcome | { readonly kind: 'rejected'; readonly reason: IdentityRejection }

/**
 * Signs in the person behind a proven identity: to the account that is linked to it, otherwise to the account with its
 * verified address, which is linked then, otherwise to a new account where the operator allows that. A link is never moved:
 * a provider may give the address of somebody who left to another person.
 */
export async function signInWithIdentity(
  dependencies: SignInDependencies,
  identity: ProvenIdentity,
  policy: IdentityPolicy,
  origin: BrowserOrigin,
): Promise<IdentitySignIn> {
  const finding = () => dependencies.store.transaction((tx) => accountOf(tx, dependencies, identity, policy, origin))
  const found = await finding().catch((error: unknown) => {
    // Another browser of the same person was faster; now the account or the link exists.
    if (error instanceof AlreadyExists) return finding()
    throw error
  })
  if (found.kind === 'rejected') return found
  const { account } = found
  const first = {
    how: `with ${policy.name}`,
    stillHolds: async (store: Store) => (await store.externalIdentities.find(identity))?.account === account.id,
  }
  return (await afterFirstFactor(dependencies, account, first, origin)) ?? rejected('disabled')
}

interface Rejected {
  readonly kind: 'rejected'
  readonly reason: IdentityRejection
}
type Moment = Pick<SignInDependencies, 'clock' | 'random'>
type Found = { readonly kind: 'found'; readonly account: Account } | Rejected

async function accountOf(
  tx: Transaction,
  dependencies: Moment,
  identity: ProvenIdentity,
  policy: IdentityPolicy,
  origin: BrowserOrigin,
): Promise<Found> {
  const { accounts, externalIdentities } = tx.store
  const linked = await externalIdentities.find(identity)
  if (linked !== undefined) return enabled(tx, await accounts.find(linked.account))
  const email = Email.safeParse(identity.email)
  if (!email.success) return rejected('no_email')
  if (!identity.emailVerified) return rejected('unverified_email')
  const account = await accounts.findByEmail(email.data)
  if (account === undefined)
    return policy.createAccounts
      ? createAccountFor(tx, dependencies, { identity, email: email.data, policy }, origin)
      : rejected('no_account')
  const found = await enabled(tx, account)
  if (found.kind === 'rejected') return found
  const others = await externalIdentities.list(account.id)
  if (others.some(({ issuer }) => issuer === identity.issuer)) return rejected('other_identity')
  await link(tx, dependencies, { account, identity, email: email.data, policy }, origin)
  await tx.store.outbox.enqueue(
    securityNotice(dependencies, account, { kind: 'provider_linked', provider: policy.name }),
  )
  return { kind: 'found', account }
}

async function enabled(tx: Transaction, account: Account | undefined): Promise<Found> {
  if (account === undefined) return rejected('no_account')
  const status = await tx.store.accounts.status(account.id)
  return status === 'active' ? { kind: 'found', account } : rejected('disabled')
}

interface NewLink {
  readonly identity: ProvenIdentity
  /** In lower case. */
  readonly email: string
  readonly policy: IdentityPolicy
}

async function createAccountFor(
  tx: Transaction,
  dependencies: Moment,
  newLink: NewLink,
  origin: BrowserOrigin,
): Promise<Found> {
  const { clock, random } = dependencies
  const { email, identity, policy } = newLink
  const account: Account = {
    id: idFactory(random).account(),
    email,
    name: nameOf(identity, email),
    language: null,
    created_at: timestamp(clock.now()),
  }
  await tx.store.accounts.insert(account)
  const summary = `${email} got an account by signing in with ${policy.name}.`
  await recordPersonAct(
    tx,
    dependencies,
    { operation: 'dashboard_account_create', account, session: undefined, summary },
    origin,
  )
  await link(tx, dependencies, { ...newLink, account }, origin)
  return { kind: 'found', account }
}

async function link(
  tx: Transaction,
  dependencies: Moment,
  { account, identity, email, policy }: NewLink & { readonly account: Account },
  origin: BrowserOrigin,
): Promise<void> {
  const { issuer, subject } = identity
  const linked_at = timestamp(dependencies.clock.now())
  await tx.store.externalIdentities.link({ issuer, subject, account: account.id, email, linked_at })
  const act = {
    operation: 'dashboard_provider_link',
    account,
    session: undefined,
    summary: `${account.email} is now linked to ${policy.name}.`,
    changes: [{ path: 'provider', from: null, to: issuer }],
  }
  await recordPersonAct(tx, dependencies, act, origin)
}

/** The name at the provider, or the part of the address before the @. */
function nameOf({ name }: ProvenIdentity, email: string): string {
  const given = Account.shape.name.safeParse(name?.slice(0, 120))
  return given.success ? given.data : email.slice(0, Math.min(email.indexOf('@'), 120))
}

function rejected(reason: IdentityRejection): Rejected {
  return { kind: 'rejected', reason }
}

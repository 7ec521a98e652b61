import {
  type Account,
  AlreadyExists,
  type AuditFacts,
  type Clock,
  type Invitation,
  type Inviter,
  type Keyring,
  MemberId,
  type Membership,
  type RandomSource,
  type Role,
  recordChange,
  type SessionId,
  type Store,
  type Transaction,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import { prepareAccount } from '../prepare-account.ts'
import type { Sessions } from '../sessions.ts'
import type { PersonOrigin } from '../signing-in/origin.ts'
import { InvitationNotOpen, InvitedAddressDiffers } from './errors.ts'
import { invitationCodes } from './invitation-code.ts'
import { hasExpired } from './invitation-link.ts'

export interface InvitationDependencies {
  readonly store: Pick<TransactionalStore, 'accounts' | 'members' | 'transaction'>
  readonly sessions: Pick<Sessions, 'assertLive'>
  readonly clock: Clock
  readonly random: RandomSource
  /** The key of the codes; the same in every process of a service. */
  readonly key: Keyring
}

/** The contents of a link. */
export interface PresentedInvitation {
  readonly member: string
  readonly code: string
}

export interface InvitationView {
  readonly product: { readonly name: string }
  readonly role: Role
  readonly email: string
  /** Absent where it is not known. */
  readonly invited_by?: Inviter
  /** Whether the invited person has an account to sign in with. */
  readonly has_account: boolean
}

/** Lets invited people join. The link proves access to the mail of the invited address. */
export interface Invitations {
  look(presented: PresentedInvitation): Promise<InvitationView>
  /** Throws `InvitationNotOpen`, `InvitedAddressDiffers`. */
  accept(
    presented: PresentedInvitation,
    by: { readonly account: Account; readonly session: SessionId },
    origin: PersonOrigin,
  ): Promise<Membership>
  /** Creates the account and joins, in one transaction. Throws `InvitationNotOpen`, `AlreadyExists`, `InvalidRequest`. */
  acceptAsNew(
    presented: PresentedInvitation,
    person: { readonly name: string; readonly password: string },
    origin: PersonOrigin,
  ): Promise<Membership & { readonly account: Account }>
}

export function createInvitations(dependencies: InvitationDependencies): Invitations {
  const { store, sessions, clock, random, key } = dependencies
  const codes = invitationCodes(key)

  const findOpen = async ({ members }: Pick<Store, 'members'>, { member, code }: PresentedInvitation) => {
    const id = MemberId.safeParse(member)
    const invitation = id.success ? await members.findInvitation(id.data) : undefined
    if (invitation === undefined || !codes.isCodeOf(invitation, code) || hasExpired(invitation, clock))
      throw new InvitationNotOpen()
    return invitation
  }

  const join = async (
    tx: Transaction,
    invitation: Invitation,
    account: Account,
    session: SessionId | undefined,
    origin: PersonOrigin,
  ): Promise<Membership> => {
    const at = timestamp(clock.now())
    if (!(await tx.store.members.join(invitation.id, account.id, at))) throw new InvitationNotOpen()
    await recordChange(tx, { clock, random }, acceptance(invitation, account, session, origin))
    return { product: invitation.product.id, role: invitation.role }
  }

  return {
    async look(presented) {
      const { product, role, email, inviter } = await findOpen(store, presented)
      const has_account = (await store.accounts.findByEmail(email)) !== undefined
      return { product: { name: product.name }, role, email, ...(inviter && { invited_by: inviter }), has_account }
    },

    accept: (presented, { account, session }, origin) =>
      store.transaction(async (tx) => {
        const invitation = await findOpen(tx.store, presented)
        if (account.email !== invitation.email) throw new InvitedAddressDiffers(account.email, invitation.email)
        await sessions.assertLive(session, tx.sessions)
        return join(tx, invitation, account, session, origin)
      }),

    async acceptAsNew(presented, { name, password }, origin) {
      const { email } = await findOpen(store, presented)
      if ((await store.accounts.findByEmail(email)) !== undefined) throw new AlreadyExists(hasAccount(email))
      // Hashing is slow, so it runs before the transaction.
      const { account, write } = await prepareAccount(dependencies, { email, name, password })
      return store.transaction(async (tx) => {
        const invitation = await findOpen(tx.store, presented)
        await write(tx.store)
        return { ...(await join(tx, invitation, account, undefined, origin)), account }
      })
    },
  }
}

const hasAccount = (email: string) => `There is already an account for ${email}. Sign in with it to accept.`

function acceptance(
  { id, email, role, product }: Invitation,
  account: Account,
  session: SessionId | undefined,
  { address, requestId }: PersonOrigin,
): AuditFacts {
  return {
    actor: { kind: 'session', credential: session, account: account.id, lineage: [] },
    operation: 'dashboard_invitation_accept',
    product: product.id,
    subject: id,
    summary: `${email} joins “${product.name}” as ${role}.`,
    changes: [{ path: 'status', from: 'invited', to: 'active' }],
    channel: 'dashboard',
    address,
    request_id: requestId,
  }
}

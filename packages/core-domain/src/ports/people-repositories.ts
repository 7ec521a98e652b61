import type { Account, AccountStatus, Member, Membership } from '../entities/account.ts'
import type { Role } from '../entities/common.ts'
import type { AccountId, MemberId, ProductId } from '../ids.ts'
import type { Language } from '../languages/language.ts'
import type { Timestamp } from '../time/instant.ts'
import type { VisibleProducts } from './credential-repositories.ts'
import type { Page, PageRequest } from './paging.ts'

export interface AccountReader {
  find(id: AccountId): Promise<Account | undefined>
  findByEmail(email: string): Promise<Account | undefined>
  list(): Promise<readonly Account[]>
  listWithStatus(): Promise<readonly (Account & { readonly status: AccountStatus })[]>
  /** Counts the changes of name and language. Undefined for an account that does not exist. */
  revision(id: AccountId): Promise<number | undefined>
  /** Undefined for an account that does not exist. */
  status(id: AccountId): Promise<AccountStatus | undefined>
  /** Products that have no other enabled owner. */
  soleOwnerships(id: AccountId): Promise<readonly { readonly id: ProductId; readonly name: string }[]>
  /** Whether any account exists. */
  any(): Promise<boolean>
  /** The products of the account within `visible`, with its role. */
  memberships(id: AccountId, visible: VisibleProducts): Promise<readonly Membership[]>
  /** The hash of the password; undefined when there is none or the account is disabled. */
  findPassword(id: AccountId): Promise<string | undefined>
}

export interface AccountRepository extends AccountReader {
  insert(account: Account): Promise<void>
  rename(id: AccountId, name: string): Promise<void>
  /** Null for the language of the browser. */
  setLanguage(id: AccountId, language: Language | null): Promise<void>
  /**
   * Disables or enables the account; false when it already was. While it is disabled, sign-in is rejected and none of its
   * sessions, tokens, connections and Website API keys is accepted. None of them is revoked.
   */
  setStatus(id: AccountId, status: AccountStatus, at: Timestamp): Promise<boolean>
  /**
   * Deletes the account with its sessions, tokens, memberships and password, revokes its connections, and returns what
   * ended. Disable the Website API keys that it issued first: see `deleteAccount`.
   */
  remove(id: AccountId, at: Timestamp): Promise<Omit<EndedWithAccount, 'keys'>>
  /** Stores the hash of the password, in place of an earlier one. */
  putPassword(id: AccountId, passwordHash: string, at: Timestamp): Promise<void>
}

/** What was active and ended with an account. */
export interface EndedWithAccount {
  readonly memberships: number
  readonly tokens: number
  readonly keys: number
  readonly connections: number
  readonly sessions: number
}

export interface NewMember {
  readonly id: MemberId
  readonly email: string
  readonly role: Role
  /** Set when the person has joined; otherwise the member is invited. */
  readonly account: AccountId | undefined
  /** Who invites; undefined for a person who joins without an invitation. */
  readonly invitedBy?: AccountId | undefined
  readonly at: Timestamp
}

/** A member and the account behind it; undefined while the invitation is open. */
export interface MemberRecord {
  readonly member: Member
  readonly account: AccountId | undefined
}

/** A member who has not joined. */
export interface Invitation {
  readonly id: MemberId
  readonly product: { readonly id: ProductId; readonly name: string }
  readonly email: string
  readonly role: Role
  readonly invited_at: Timestamp
  /** Undefined where it is not known: the invitation is old, or the account was deleted. */
  readonly inviter: Inviter | undefined
}

export interface Inviter {
  readonly name: string
  readonly email: string
}

export interface MemberReader {
  list(product: ProductId, page: PageRequest): Promise<Page<Member>>
  find(product: ProductId, id: MemberId): Promise<MemberRecord | undefined>
  findByEmail(product: ProductId, email: string): Promise<MemberRecord | undefined>
  /** The invitation, unless it was accepted or withdrawn. */
  findInvitation(id: MemberId): Promise<Invitation | undefined>
  /** The open invitations of a product, including expired ones. */
  listInvitations(product: ProductId): Promise<readonly Invitation[]>
  /** Counts members, including invited ones. */
  count(product: ProductId): Promise<number>
  /** Counts active owners whose accounts are enabled, except one member. */
  countOwners(product: ProductId, except?: MemberId): Promise<number>
}

export interface MemberRepository extends MemberReader {
  /** Throws `AlreadyExists` for an email address that the product already has. */
  insert(product: ProductId, member: NewMember): Promise<void>
  setRole(product: ProductId, id: MemberId, role: Role, at: Timestamp): Promise<Member>
  remove(product: ProductId, id: MemberId): Promise<void>
  /** Starts an open invitation anew and increases the revision: the link that was sent before stops working. */
  renewInvitation(id: MemberId, by: AccountId, at: Timestamp): Promise<void>
  /**
   * Makes an invited member active and increases the revision; false when it is no longer invited. Throws `AlreadyExists`
   * for an account that is already a member.
   */
  join(id: MemberId, account: AccountId, at: Timestamp): Promise<boolean>
}

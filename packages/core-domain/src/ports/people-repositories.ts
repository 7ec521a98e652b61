import type { Account, AccountStatus, Member, Membership } from '../entities/account.ts'
import type { Role } from '../entities/common.ts'
import type { AccountId, MemberId, ProductId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'
import type { VisibleProducts } from './credential-repositories.ts'
import type { Page, PageRequest } from './paging.ts'

export interface AccountReader {
  find(id: AccountId): Promise<Account | undefined>
  findByEmail(email: string): Promise<Account | undefined>
  list(): Promise<readonly Account[]>
  /** Every account, and whether the operator disabled it. */
  listWithStatus(): Promise<readonly (Account & { readonly status: AccountStatus })[]>
  /** Undefined for an account that does not exist. */
  status(id: AccountId): Promise<AccountStatus | undefined>
  /** Products that would have no owner who can act if this account were gone. */
  soleOwnerships(id: AccountId): Promise<readonly { readonly id: ProductId; readonly name: string }[]>
  /** Whether there is an account at all. */
  any(): Promise<boolean>
  /** Products the account belongs to with its role, only those within `visible`. */
  memberships(id: AccountId, visible: VisibleProducts): Promise<readonly Membership[]>
  /** Undefined where nobody can sign in by a password: there is none, or the account is disabled. */
  findPassword(id: AccountId): Promise<string | undefined>
}

export interface AccountRepository extends AccountReader {
  insert(account: Account): Promise<void>
  rename(id: AccountId, name: string): Promise<void>
  /**
   * Disables or enables the account; false when it was so already. While it is disabled nobody signs in to it, and none
   * of its sessions, tokens, connections and product keys is accepted. None of them ends by it.
   */
  setStatus(id: AccountId, status: AccountStatus, at: Timestamp): Promise<boolean>
  /**
   * Removes the account for good, with its sessions, tokens, memberships and way to sign in; revokes its connections.
   * The product keys that it issued have to be disabled before: see `deleteAccount`. Answers what ended.
   */
  remove(id: AccountId, at: Timestamp): Promise<Omit<EndedWithAccount, 'keys'>>
  /** The scrypt record by which the account signs in; replaces an earlier one. */
  putPassword(id: AccountId, passwordHash: string, at: Timestamp): Promise<void>
}

/** How much was active, and ended with an account. */
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
  /** Set when the person already joined; otherwise the member is invited. */
  readonly account: AccountId | undefined
  readonly at: Timestamp
}

/** A member and the account behind it; undefined while the invitation is open. */
export interface MemberRecord {
  readonly member: Member
  readonly account: AccountId | undefined
}

/** A member who has not joined yet. */
export interface Invitation {
  readonly id: MemberId
  readonly product: { readonly id: ProductId; readonly name: string }
  readonly email: string
  readonly role: Role
  readonly invited_at: Timestamp
}

export interface MemberReader {
  list(product: ProductId, page: PageRequest): Promise<Page<Member>>
  find(product: ProductId, id: MemberId): Promise<MemberRecord | undefined>
  findByEmail(product: ProductId, email: string): Promise<MemberRecord | undefined>
  /** The invitation, while it is neither accepted nor taken back. */
  findInvitation(id: MemberId): Promise<Invitation | undefined>
  /** Members, those invited included. */
  count(product: ProductId): Promise<number>
  /** Owners who can act: those who joined and whose accounts are not disabled. One member can be left out. */
  countOwners(product: ProductId, but?: MemberId): Promise<number>
}

export interface MemberRepository extends MemberReader {
  /** A known e-mail address on the product is `AlreadyExists`. */
  insert(product: ProductId, member: NewMember): Promise<void>
  /** Sets the role and counts the revision up. */
  setRole(product: ProductId, id: MemberId, role: Role, at: Timestamp): Promise<Member>
  remove(product: ProductId, id: MemberId): Promise<void>
  /**
   * Makes an invited member an active one and counts the revision up; false when it is not invited any more. An account
   * that is a member already is `AlreadyExists`.
   */
  join(id: MemberId, account: AccountId, at: Timestamp): Promise<boolean>
}

import type { Invitation, Member, MemberReader, MemberRecord, MemberRepository } from '@footfall/core-domain'
import type { Kysely } from 'kysely'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { oldestFirst } from './keyset.ts'
import { countRows, deleteInProduct, insertRow, isInProduct, rejectDuplicate, requireChange, revised } from './rows.ts'

export function memberReader({ db }: Executor): MemberReader {
  return {
    list: (product, page) =>
      oldestFirst(members(db).where('members.product_id', '=', product), 'members', page, toMember),

    async find(product, id) {
      const row = await members(db)
        .where('members.id', '=', id)
        .where('members.product_id', '=', product)
        .executeTakeFirst()
      return row && toRecord(row)
    },

    async findByEmail(product, email) {
      const row = await members(db)
        .where('members.product_id', '=', product)
        .where('members.email', '=', email.toLowerCase())
        .executeTakeFirst()
      return row && toRecord(row)
    },

    async findInvitation(id) {
      const row = await invitations(db).where('members.id', '=', id).executeTakeFirst()
      return row && toInvitation(row)
    },

    async listInvitations(product) {
      const rows = await invitations(db).where('members.product_id', '=', product).orderBy('members.id').execute()
      return rows.map(toInvitation)
    },

    count: (product) => countRows(db.selectFrom('members').where('product_id', '=', product)),

    countOwners(product, except) {
      const owners = db
        .selectFrom('members')
        .innerJoin('accounts', 'accounts.id', 'members.account_id')
        .where('members.product_id', '=', product)
        .where('members.role', '=', 'owner')
        .where('members.status', '=', 'active')
        .where('accounts.disabled_at', 'is', null)
      return countRows(except === undefined ? owners : owners.where('members.id', '!=', except))
    },
  }
}

export function memberRepository(executor: Executor): MemberRepository {
  const { db } = executor
  return {
    ...memberReader(executor),

    insert(product, { id, email, role, account, invitedBy, at }) {
      const row = {
        id,
        product_id: product,
        account_id: account ?? null,
        email: email.toLowerCase(),
        role,
        status: account ? ('active' as const) : ('invited' as const),
        invited_at: account ? null : at,
        invited_by: invitedBy ?? null,
        joined_at: account ? at : null,
        created_at: at,
        revision: 1,
        updated_at: at,
      }
      return insertRow(db, 'members', row, 'This person is already a member of the product, or invited to it.')
    },

    async setRole(product, id, role, at) {
      await requireChange(
        db
          .updateTable('members')
          .set({ role, ...revised(at) })
          .where(isInProduct(product, id)),
      )
      return toMember(await members(db).where('members.id', '=', id).executeTakeFirstOrThrow())
    },

    remove: (product, id) => deleteInProduct(db, 'members', product, id),

    async renewInvitation(id, by, at) {
      await requireChange(
        db
          .updateTable('members')
          .set({ invited_at: at, invited_by: by, ...revised(at) })
          .where('id', '=', id)
          .where('status', '=', 'invited'),
      )
    },

    async join(id, account, at) {
      const joining = db
        .updateTable('members')
        .set({ account_id: account, status: 'active', joined_at: at, ...revised(at) })
        .where('id', '=', id)
        .where('status', '=', 'invited')
        .returning('id')
        .executeTakeFirst()
      return (await rejectDuplicate(joining, 'This person is already a member of the product.')) !== undefined
    },
  }
}

function invitations(db: Kysely<Tables>) {
  return db
    .selectFrom('members')
    .innerJoin('products', 'products.id', 'members.product_id')
    .leftJoin('accounts as inviter', 'inviter.id', 'members.invited_by')
    .select(['members.id', 'members.email', 'members.role', 'members.invited_at', 'members.updated_at'])
    .select(['products.id as product_id', 'products.name as product_name'])
    .select(['inviter.name as inviter_name', 'inviter.email as inviter_email'])
    .where('members.status', '=', 'invited')
}

type InvitationRow = Awaited<ReturnType<ReturnType<typeof invitations>['executeTakeFirstOrThrow']>>

function toInvitation(row: InvitationRow): Invitation {
  const { id, email, role, invited_at, updated_at, inviter_name: name, inviter_email: address } = row
  return {
    id,
    email,
    role,
    // Invited members always have `invited_at`, which its type does not show.
    invited_at: invited_at ?? updated_at,
    product: { id: row.product_id, name: row.product_name },
    inviter: name === null || address === null ? undefined : { name, email: address },
  }
}

/** The name comes from the account, so it is null until the person has joined. */
function members(db: Kysely<Tables>) {
  return db
    .selectFrom('members')
    .leftJoin('accounts', 'accounts.id', 'members.account_id')
    .select([
      'members.id',
      'members.email',
      'accounts.name',
      'members.role',
      'members.status',
      'members.invited_at',
      'members.joined_at',
      'members.revision',
      'members.updated_at',
      'members.created_at',
      'members.account_id',
    ])
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof members>['executeTakeFirstOrThrow']>>

function toMember({ created_at: _, account_id: __, ...member }: MemberRow): Member {
  return member
}

function toRecord(row: MemberRow): MemberRecord {
  return { member: toMember(row), account: row.account_id ?? undefined }
}

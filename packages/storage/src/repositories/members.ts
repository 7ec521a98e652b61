import type { Member, MemberRepository } from '@footfall/core-domain'
import type { Database } from '../connections/database.ts'
import { inserted } from './inserted.ts'
import { isAfter, pageLimit, toPage } from './keyset.ts'

export function memberRepository({ read, write }: Database): MemberRepository {
  return {
    async insert(product, { id, email, role, account, at }) {
      const row = {
        id,
        product_id: product,
        account_id: account ?? null,
        email: email.toLowerCase(),
        role,
        status: account ? ('active' as const) : ('invited' as const),
        invited_at: account ? null : at,
        joined_at: account ? at : null,
        created_at: at,
        revision: 1,
        updated_at: at,
      }
      await inserted(
        write.insertInto('members').values(row).execute(),
        'This person is already a member of the product, or invited to it.',
      )
    },

    async list(product, page) {
      const rows = await read
        .selectFrom('members')
        .leftJoin('accounts', 'accounts.id', 'members.account_id')
        .where('members.product_id', '=', product)
        .where(isAfter('members', page.after))
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
        ])
        .orderBy('members.created_at')
        .orderBy('members.id')
        .limit(pageLimit(page))
        .execute()
      return toPage(rows, page, ({ created_at: _, ...member }): Member => member)
    },
  }
}

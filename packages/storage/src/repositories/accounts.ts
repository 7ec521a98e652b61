import type { AccountRepository } from '@footfall/core-domain'
import type { Database } from '../connections/database.ts'
import { inserted } from './inserted.ts'
import { notThere } from './revised.ts'

const PASSWORD = 'credential'

export function accountRepository({ read, write }: Database): AccountRepository {
  return {
    async insert(account) {
      const row = { ...account, email: account.email.toLowerCase() }
      await inserted(
        write.insertInto('accounts').values(row).execute(),
        'An account with this e-mail address already exists.',
      )
    },

    async rename(id, name) {
      await write
        .updateTable('accounts')
        .set({ name })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirstOrThrow(notThere)
    },

    find: (id) => read.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst(),

    findByEmail: (email) =>
      read.selectFrom('accounts').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst(),

    list: () => read.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').execute(),

    any: async () => (await read.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined,

    async memberships(id, visible) {
      if (visible.mode === 'selected' && visible.ids.length === 0) return []
      return await read
        .selectFrom('members')
        .innerJoin('products', 'products.id', 'members.product_id')
        .where('members.account_id', '=', id)
        .where('members.status', '=', 'active')
        .$if(visible.mode === 'selected', (query) =>
          query.where('products.id', 'in', visible.mode === 'selected' ? visible.ids : []),
        )
        .select(['products.id as product', 'members.role as role'])
        .orderBy('products.created_at')
        .orderBy('products.id')
        .execute()
    },

    async putPassword(id, passwordHash, at) {
      const method = {
        id: `${PASSWORD}_${id}`,
        account_id: id,
        provider_id: PASSWORD,
        provider_account_id: id,
        password_hash: passwordHash,
        created_at: at,
        updated_at: at,
      }
      await inserted(
        write
          .insertInto('sign_in_methods')
          .values(method)
          .onConflict((conflict) =>
            conflict
              .columns(['account_id', 'provider_id'])
              .doUpdateSet({ password_hash: passwordHash, updated_at: at }),
          )
          .execute(),
        'This way to sign in already exists.',
      )
    },

    async findPassword(id) {
      const method = await read
        .selectFrom('sign_in_methods')
        .select('password_hash')
        .where('account_id', '=', id)
        .where('provider_id', '=', PASSWORD)
        .executeTakeFirst()
      return method?.password_hash ?? undefined
    },
  }
}

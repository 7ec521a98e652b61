import {
  type Account,
  type AccountId,
  type AccountReader,
  type AccountRepository,
  type AccountStatus,
  isLanguage,
} from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'
import { removeAccount } from './account-removal.ts'
import { changedRows, insertRow, rejectDuplicate, requireChange } from './rows.ts'

const PASSWORD = 'credential'

export function accountReader({ db }: Executor): AccountReader {
  const accounts = db.selectFrom('accounts').select(['id', 'email', 'name', 'language', 'created_at'])
  return {
    find: async (id) => offered(await accounts.where('id', '=', id).executeTakeFirst()),

    findByEmail: async (email) => offered(await accounts.where('email', '=', email.toLowerCase()).executeTakeFirst()),

    list: async () => (await accounts.orderBy('created_at').orderBy('id').execute()).map(inOfferedLanguage),

    async listWithStatus() {
      const rows = await db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').execute()
      return rows.map(({ disabled_at, revision: _, ...account }) => ({
        ...inOfferedLanguage(account),
        status: statusOf(disabled_at),
      }))
    },

    async revision(id) {
      return (await db.selectFrom('accounts').select('revision').where('id', '=', id).executeTakeFirst())?.revision
    },

    async status(id) {
      const row = await db.selectFrom('accounts').select('disabled_at').where('id', '=', id).executeTakeFirst()
      return row && statusOf(row.disabled_at)
    },

    soleOwnerships: (id) =>
      db
        .selectFrom('members')
        .innerJoin('products', 'products.id', 'members.product_id')
        .select(['products.id', 'products.name'])
        .where('members.account_id', '=', id)
        .where('members.role', '=', 'owner')
        .where('members.status', '=', 'active')
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('members as other')
                .innerJoin('accounts', 'accounts.id', 'other.account_id')
                .select('other.id')
                .whereRef('other.product_id', '=', 'members.product_id')
                .where('other.account_id', '!=', id)
                .where('other.role', '=', 'owner')
                .where('other.status', '=', 'active')
                .where('accounts.disabled_at', 'is', null),
            ),
          ),
        )
        .orderBy('products.created_at')
        .orderBy('products.id')
        .execute(),

    any: async () => (await accounts.limit(1).executeTakeFirst()) !== undefined,

    async memberships(id, visible) {
      if (visible.mode === 'selected' && visible.ids.length === 0) return []
      const joined = db
        .selectFrom('members')
        .innerJoin('products', 'products.id', 'members.product_id')
        .where('members.account_id', '=', id)
        .where('members.status', '=', 'active')
        .select(['products.id as product', 'members.role as role'])
      const listed = visible.mode === 'all' ? joined : joined.where('products.id', 'in', visible.ids)
      return await listed.orderBy('products.created_at').orderBy('products.id').execute()
    },

    async findPassword(id) {
      const method = await db
        .selectFrom('sign_in_methods')
        .innerJoin('accounts', 'accounts.id', 'sign_in_methods.account_id')
        .select('password_hash')
        .where('account_id', '=', id)
        .where('provider_id', '=', PASSWORD)
        .where('accounts.disabled_at', 'is', null)
        .executeTakeFirst()
      return method?.password_hash ?? undefined
    },
  }
}

export function accountRepository(executor: Executor): AccountRepository {
  const { db } = executor
  const change = async (id: AccountId, fields: Partial<Pick<Account, 'name' | 'language'>>) => {
    const changing = db.updateTable('accounts').set((eb) => ({ ...fields, revision: eb('revision', '+', 1) }))
    await requireChange(changing.where('id', '=', id))
  }
  return {
    ...accountReader(executor),

    insert(account) {
      const row = { ...account, email: account.email.toLowerCase() }
      return insertRow(db, 'accounts', row, 'An account with this email address already exists.')
    },

    rename: (id, name) => change(id, { name }),
    setLanguage: (id, language) => change(id, { language }),

    async setStatus(id, status, at) {
      const [from, disabled_at] = status === 'disabled' ? (['is', at] as const) : (['is not', null] as const)
      const changing = db.updateTable('accounts').set({ disabled_at }).where('id', '=', id)
      return (await changedRows(changing.where('disabled_at', from, null))) === 1
    },

    remove: (id, at) => removeAccount(db, id, at),

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
      await rejectDuplicate(
        db
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
  }
}

function statusOf(disabledAt: string | null): AccountStatus {
  return disabledAt === null ? 'active' : 'disabled'
}

/** Null for a language that only a later version offers: after a downgrade, this version reads its database. */
export function inOfferedLanguage<Row extends Omit<Account, 'language'> & { readonly language: string | null }>(
  row: Row,
): Row & Account {
  return { ...row, language: row.language !== null && isLanguage(row.language) ? row.language : null }
}

const offered = (row: Parameters<typeof inOfferedLanguage>[0] | undefined) => row && inOfferedLanguage(row)

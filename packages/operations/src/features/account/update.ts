import { Account, InvalidRequest, InvalidToken } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, diff, PEOPLE_ONLY } from '../../definition/index.ts'

const fields = Account.pick({ id: true, email: true, name: true, language: true }).shape

export const updateAccount = defineWrite({
  name: 'dashboard_account_update',
  method: 'PATCH',
  path: '/api/v1/account',
  title: 'Change the account',
  activity: 'Account changed',
  description:
    'Sets the name of the account that other members see, and the language of its pages and emails: null for that of the browser.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  body: z.strictObject({ name: fields.name.optional(), language: fields.language.optional() }),
  output: z.object({ ...fields, email: z.string() }),
  examples: [{ body: { name: 'Renamed' } }, { body: { language: null } }],
  async plan({ store, account: id }, { name, language }) {
    if (name === undefined && language === undefined)
      throw new InvalidRequest([{ path: 'name', message: 'is required, or a language' }])
    const account = await store.accounts.find(id)
    if (account === undefined) throw new InvalidToken(true)
    const before = { name: account.name, language: account.language }
    const after = { name: name ?? before.name, language: language === undefined ? before.language : language }
    return {
      summary:
        after.name === before.name
          ? `Set the language of the account “${account.name}” to ${after.language ?? 'that of the browser'}.`
          : `Rename the account from “${before.name}” to “${after.name}”.`,
      changes: diff(before, after),
      revision: null,
      async commit({ store }) {
        if (name !== undefined) await store.accounts.rename(id, name)
        if (language !== undefined) await store.accounts.setLanguage(id, language)
        return { result: { id, email: account.email, ...after }, subject: id }
      },
    }
  },
})

import { Account, existing, InvalidRequest, InvalidToken, Revision } from '@footfall/core-domain'
import { z } from 'zod'
import { assertRevision, defineWrite, PEOPLE_ONLY, revisionField, updated } from '../../definition/index.ts'

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
  errors: ['revision_conflict'],
  body: z.strictObject({ name: fields.name.optional(), language: fields.language.optional(), ...revisionField }),
  output: z.object({ ...fields, email: z.string(), revision: Revision }),
  examples: [{ body: { name: 'Renamed' } }, { body: { language: null } }],
  async plan({ store, account: id }, { name, language, revision: read }) {
    if (name === undefined && language === undefined)
      throw new InvalidRequest([{ path: 'name', message: 'is required, or a language' }])
    const account = await store.accounts.find(id)
    const revision = await store.accounts.revision(id)
    if (account === undefined || revision === undefined) throw new InvalidToken(true)
    assertRevision({ revision }, read)
    const before = { name: account.name, language: account.language }
    const after = { name: name ?? before.name, language: language === undefined ? before.language : language }
    return {
      summary:
        after.name === before.name
          ? `Set the language of the account “${account.name}” to ${after.language ?? 'that of the browser'}.`
          : `Rename the account from “${before.name}” to “${after.name}”.`,
      ...updated(before, after),
      revision,
      async commit({ store }) {
        if (name !== undefined) await store.accounts.rename(id, name)
        if (language !== undefined) await store.accounts.setLanguage(id, language)
        const result = { id, email: account.email, ...after, revision: existing(await store.accounts.revision(id)) }
        return { result, subject: id }
      },
    }
  },
})

import type { ExternalIdentityReader, ExternalIdentityRepository } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'
import { changedRows, insertRow } from './rows.ts'

export function externalIdentityReader({ db }: Executor): ExternalIdentityReader {
  const identities = db
    .selectFrom('external_identities')
    .select(['issuer', 'subject', 'account_id as account', 'email', 'linked_at'])
  return {
    find: ({ issuer, subject }) =>
      identities.where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst(),

    list: (account) => identities.where('account_id', '=', account).orderBy('linked_at').orderBy('issuer').execute(),
  }
}

export function externalIdentityRepository(executor: Executor): ExternalIdentityRepository {
  const { db } = executor
  return {
    ...externalIdentityReader(executor),

    link: ({ account, ...identity }) =>
      insertRow(db, 'external_identities', { ...identity, account_id: account }, 'This identity is already linked.'),

    unlink: (account) => changedRows(db.deleteFrom('external_identities').where('account_id', '=', account)),
  }
}

import {
  AccountId,
  assertProductsKeepAnOwner,
  deleteAccount,
  InvalidRequest,
  InvalidToken,
  timestamp,
} from '@footfall/core-domain'
import { z } from 'zod'
import { type AccountCall, defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { stillSentToAccount } from '../../messages/still-sent.ts'
import { affectedCounts, formatCount } from '../../warnings/impact.ts'

export const deleteOwnAccount = defineWrite({
  name: 'dashboard_account_delete',
  method: 'DELETE',
  path: '/api/v1/account',
  title: 'Delete the account',
  activity: 'Account deleted',
  description:
    'Deletes the account of the signed-in person with its sessions, account tokens, connected applications and memberships, and disables the Website API keys that it issued. `email` must be the email of the account. Fails if a product would be left without an owner.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['role_forbidden'],
  body: z.strictObject({ email: z.string().max(254) }),
  output: z.object({ id: AccountId, deleted: z.literal(true) }),
  destructive: true,
  recentSignIn: true,
  examples: [{ given: ['second owner'], body: ({ email }) => ({ email }) }],
  async plan(call, { email }) {
    const { store, account: id, clock } = call
    const account = await store.accounts.find(id)
    if (account === undefined) throw new InvalidToken(true)
    if (email.trim().toLowerCase() !== account.email)
      throw new InvalidRequest([{ path: 'email', message: 'must be the email address of your account' }])
    await assertProductsKeepAnOwner(store, id)
    return {
      summary: 'Delete your account for good.',
      changes: [{ path: 'account', from: id, to: null }],
      revision: null,
      warnings: () => impactOf(call, account.email),
      async commit({ store }) {
        await deleteAccount(store, id, timestamp(clock.now()))
        return { result: { id, deleted: true as const }, subject: id }
      },
    }
  },
})

async function impactOf({ store, account }: AccountCall, email: string): Promise<readonly string[]> {
  const [memberships, tokens, { count: keys }, reports, stillSent] = await Promise.all([
    store.accounts.memberships(account, { mode: 'all' }),
    store.tokens.count(account),
    store.productKeys.issuedBy(undefined, account, 1),
    store.scheduledReports.count({ account }),
    stillSentToAccount(store, account, email),
  ])
  return [
    ...affectedCounts({
      'Products that you lose access to': memberships.length,
      'Access tokens that stop working': tokens,
      'Website API keys you issued that stop working': keys,
      'Reports about all your products that are no longer sent': reports,
    }),
    ...(stillSent === 0
      ? []
      : [
          `Reports and alerts of your products that are still sent to ${email}: ${formatCount(stillSent)}. Each email has a link that ends it.`,
        ]),
    'Connected applications lose their access, and you are signed out everywhere.',
  ]
}

import { existing, mintLinkSecret, QuotaExceeded, SharedLink, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { created, defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { shareNameWarnings } from '../../warnings/names.ts'
import { sealLink } from './kept-link.ts'
import { assertShareable, shareFields, shownFields } from './share.ts'

export const createShare = defineWrite({
  name: 'dashboard_shares_create',
  method: 'POST',
  path: '/api/v1/products/{product}/shares',
  title: 'Create a shared link',
  activity: 'Shared link created',
  description:
    'Creates a link that shows sections of the dashboard, read-only, to everybody who has it. The link is /share/SECRET; an admin can read it again with dashboard_shares_address.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['quota_exceeded'],
  body: z.strictObject({
    ...shareFields,
    password: shareFields.password.nullable().default(null),
    segment: shareFields.segment.default(null),
    embed_origins: shareFields.embed_origins.default([]),
    expires_at: shareFields.expires_at.default(null),
  }),
  output: SharedLink,
  creates: true,
  recentSignIn: true,
  examples: [{ body: { name: 'For Ada', sections: ['overview'] } }],
  passwordIn: ({ password }) => password,
  async plan(call, { password, ...fields }) {
    const { store, product, quotas, ids, clock, random } = call
    await assertShareable(call, fields)
    if ((await store.sharedLinks.count(product.id)) >= quotas.sharedLinks)
      throw new QuotaExceeded('shared links', quotas.sharedLinks)
    return {
      summary: `Create the shared link “${fields.name}” of “${product.name}”: ${fields.sections.join(', ')}.`,
      changes: created({ ...shownFields(fields), password: password !== null }),
      revision: null,
      warnings: async () => [
        `Everybody who has the link${password === null ? '' : ' and its password'} sees these sections, without an account.`,
        ...(await shareNameWarnings(call, fields.name)),
      ],
      async commit({ store }) {
        const { secret, hash } = mintLinkSecret(random)
        const link = { id: ids.share(), ...fields, created_at: timestamp(clock.now()) }
        const passwordHash = password === null ? undefined : await call.hashLinkPassword(password)
        const sealed = sealLink(call.linkSealer, link.id, secret.reveal())
        await store.sharedLinks.insert(product.id, link, { hash, sealed }, passwordHash)
        return { result: existing(await store.sharedLinks.find(product.id, link.id)), secret, subject: link.id }
      },
    }
  },
})

import { InvalidRequest, SharedLink, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { assertRevision, type Change, defineWrite, diff, PEOPLE_ONLY, revisionField } from '../../definition/index.ts'
import { shareNameWarnings } from '../../warnings/names.ts'
import { assertShareable, found, shareFields, shareParams, shownFields } from './share.ts'

export const updateShare = defineWrite({
  name: 'dashboard_shares_update',
  method: 'PATCH',
  path: '/api/v1/products/{product}/shares/{share}',
  title: 'Change a shared link',
  activity: 'Shared link changed',
  description:
    'Changes what a shared link shows and who may open it, from the next request on. The link itself stays the same. A new password asks everybody again.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['revision_conflict'],
  params: shareParams,
  body: z.strictObject({
    name: shareFields.name.optional(),
    sections: shareFields.sections.optional(),
    password: shareFields.password.nullable().optional().meta({ description: 'A new one; null removes it.' }),
    segment: shareFields.segment.optional(),
    embed_origins: shareFields.embed_origins.optional(),
    expires_at: shareFields.expires_at.optional(),
    ...revisionField,
  }),
  output: SharedLink,
  recentSignIn: true,
  examples: [{ path: { share: 'shared link' }, body: { name: 'For Bob' } }],
  passwordIn: ({ password }) => password,
  async plan(call, { share, revision, password, ...given }) {
    const link = await found(call, share)
    assertRevision(link, revision)
    if (link.status === 'ended')
      throw new InvalidRequest([{ path: 'share', message: 'has ended; create another link' }])
    const before = shownFields(link)
    const after = {
      name: given.name ?? before.name,
      sections: given.sections ?? before.sections,
      segment: given.segment === undefined ? before.segment : given.segment,
      embed_origins: given.embed_origins ?? before.embed_origins,
      expires_at: given.expires_at === undefined ? before.expires_at : given.expires_at,
    }
    // An expiry that has passed and is not changed does not prevent another change.
    await assertShareable(call, { ...after, expires_at: given.expires_at ?? null })
    return {
      summary: `Change the shared link “${link.name}” of “${call.product.name}”.`,
      changes: [...diff(before, after), ...passwordChange(link, password)],
      before,
      revision: link.revision,
      warnings: async () => [
        ...(password === null && link.password ? ['Everybody who has the link will see it without a password.'] : []),
        ...(given.name === undefined ? [] : await shareNameWarnings(call, given.name, link.id)),
      ],
      async commit({ store }) {
        const hash = typeof password === 'string' ? await call.hashLinkPassword(password) : password
        const at = timestamp(call.clock.now())
        return { result: await store.sharedLinks.replace(call.product.id, link.id, after, hash, at), subject: link.id }
      },
    }
  },
})

function passwordChange(link: SharedLink, password: string | null | undefined): readonly Change[] {
  if (password === undefined || (password === null && !link.password)) return []
  return [{ path: 'password', from: link.password, to: password === null ? false : 'changed' }]
}

import { CredentialNotAccepted, NotFound } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { PATH } from './connection.ts'

export const authorizeSearchConsole = defineWrite({
  name: 'dashboard_integrations_authorize',
  method: 'POST',
  path: `${PATH}/authorization`,
  title: 'Start connecting Search Console',
  activity: 'Connection to Search Console started',
  description:
    'Returns the address at the provider where the person allows access; the provider then redirects to the dashboard.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  output: z.object({ authorization_url: z.url() }),
  examples: [{}],
  async plan({ product, principal, searchConsole }) {
    if (searchConsole === undefined) throw new NotFound()
    if (principal.kind !== 'session') throw new CredentialNotAccepted()
    return {
      summary: `Ask Google to let “${product.name}” read Search Console.`,
      changes: [],
      revision: null,
      async commit() {
        const authorization_url = searchConsole.authorizationUrl(principal.session, product.id)
        return { result: { authorization_url }, subject: product.id }
      },
    }
  },
})

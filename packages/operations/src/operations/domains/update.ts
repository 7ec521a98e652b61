import { Domains, mutable } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, revisionField } from '../../definition/index.ts'
import { HostnameInput } from '../../hostname.ts'
import { planSettings } from '../../settings/plan.ts'
import { domainWarnings } from '../../settings/warnings.ts'
import { unique } from '../../unique.ts'

export const updateDomains = defineWrite({
  name: 'service_domains_update',
  method: 'PUT',
  path: '/api/v1/products/{product}/domains',
  title: 'Replace the domains',
  description:
    'Replaces the list of hostnames that belong to a product. Exactly one must be primary unless the list is empty. Read them first; what is not in the new list is removed.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  errors: ['revision_conflict'],
  body: z.strictObject({
    domains: z
      .array(z.strictObject({ hostname: HostnameInput, primary: z.boolean() }))
      .max(50)
      .superRefine(unique('hostname', ({ hostname }) => hostname))
      .refine(
        (domains) => domains.length === 0 || domains.filter(({ primary }) => primary).length === 1,
        'must hold exactly one primary hostname',
      ),
    ...revisionField,
  }),
  output: Domains.extend(mutable),
  destructive: true,
  plan: (call, { domains, revision }) =>
    planSettings(call, 'domains', revision, {
      next: () => ({ domains }),
      summary: () =>
        `Set the domains of “${call.product.name}” to ${domains.map(({ hostname }) => hostname).join(', ') || 'none'}.`,
      warnings: (current, next) => domainWarnings(call, current, next),
    }),
})

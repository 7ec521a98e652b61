import { z } from 'zod'
import { HostnameInput } from '../../inputs/hostname.ts'
import { unique } from '../../inputs/unique.ts'
import { defineSettingsUpdate } from '../settings/define-settings-update.ts'
import { domainWarnings } from './warnings.ts'

export const updateDomains = defineSettingsUpdate('domains', {
  name: 'service_domains_update',
  method: 'PUT',
  title: 'Replace the domains',
  activity: 'Domains changed',
  description:
    'Replaces the domains (hostnames) of a product, to add or remove some. Exactly one must be primary unless the list is empty. Read it first: hostnames not in the new list are removed.',
  fields: {
    domains: z
      .array(z.strictObject({ hostname: HostnameInput, primary: z.boolean() }))
      .max(50)
      .superRefine(unique('hostname', ({ hostname }) => hostname))
      .refine(
        (domains) => domains.length === 0 || domains.filter(({ primary }) => primary).length === 1,
        'must hold exactly one primary hostname',
      )
      .meta({ description: 'All hostnames, such as example.com.' }),
  },
  destructive: true,
  examples: [
    { body: { domains: [{ hostname: 'example.com', primary: true }] } },
    { body: { domains: [{ hostname: 'example.org', primary: true }] } },
  ],
  change: (call, { domains }) => ({
    next: () => ({ domains }),
    summary: () =>
      `Set the domains of “${call.product.name}” to ${domains.map(({ hostname }) => hostname).join(', ') || 'none'}.`,
    warnings: (current, next) => domainWarnings(call, current, next),
  }),
})

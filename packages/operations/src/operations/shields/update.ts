import { Shields } from '@footfall/core-domain'
import { z } from 'zod'
import { Cidr } from '../../cidr.ts'
import { defineSettingsUpdate } from '../../settings/define-settings-update.ts'
import { shieldWarnings } from '../../settings/warnings.ts'
import { unique } from '../../unique.ts'

export const updateShields = defineSettingsUpdate('shields', {
  name: 'service_shields_update',
  method: 'PUT',
  title: 'Replace the shields',
  description:
    'Replaces what a product refuses to count: addresses (CIDR), countries, paths, hostnames and referrers; and switches the lists of referrer spam and of programs in data centres, which stay as they are where they are not given. Applies to events from the next second on; what was counted stays.',
  fields: {
    addresses: z
      .array(z.strictObject({ cidr: Cidr, note: Shields.shape.addresses.element.shape.note }))
      .max(500)
      .superRefine(unique('cidr', ({ cidr }) => cidr)),
    countries: z
      .array(z.strictObject(Shields.shape.countries.element.shape))
      .max(250)
      .superRefine(unique('code', ({ code }) => code)),
    paths: z.array(z.strictObject(Shields.shape.paths.element.shape)).max(500),
    hostnames: z.strictObject(Shields.shape.hostnames.shape),
    referrers: z.array(z.strictObject(Shields.shape.referrers.element.shape)).max(500),
    referrer_spam: Shields.shape.referrer_spam.optional(),
    data_centres: Shields.shape.data_centres.optional(),
  },
  destructive: true,
  change: (call, { referrer_spam, data_centres, ...lists }) => ({
    next: (current) => ({
      ...lists,
      referrer_spam: referrer_spam ?? current.referrer_spam,
      data_centres: data_centres ?? current.data_centres,
    }),
    summary: (changes) =>
      `Change what “${call.product.name}” refuses to count: ${changes.map(({ path }) => path).join(', ')}.`,
    warnings: (current, next) => shieldWarnings(call, current, next),
  }),
})

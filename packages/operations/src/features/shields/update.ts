import { Shields } from '@footfall/core-domain'
import { z } from 'zod'
import { Cidr } from '../../inputs/cidr.ts'
import { CountryInput } from '../../inputs/country.ts'
import { namesOfFields } from '../../inputs/field-words.ts'
import { unique } from '../../inputs/unique.ts'
import { defineSettingsUpdate } from '../settings/define-settings-update.ts'
import { shieldWarnings } from './warnings.ts'

export const updateShields = defineSettingsUpdate('shields', {
  name: 'service_shields_update',
  method: 'PUT',
  title: 'Replace the shields',
  activity: 'Shields changed',
  description:
    'Blocks visits from being counted: replaces addresses (IP or CIDR), countries, paths, hostnames and referrers; and switches the lists of referrer spam and of programs in data centers, which stay as they are if not given. Applies from the next second on; counted events stay.',
  fields: {
    addresses: z
      .array(z.strictObject({ cidr: Cidr, note: Shields.shape.addresses.element.shape.note }))
      .max(500)
      .superRefine(unique('cidr', ({ cidr }) => cidr))
      .meta({ description: 'Networks, such as 192.0.2.0/24.' }),
    countries: z
      .array(z.strictObject({ code: CountryInput }))
      .max(250)
      .superRefine(unique('code', ({ code }) => code))
      .meta({ description: 'ISO 3166-1 alpha-2; UK, EL and English names are understood.' }),
    paths: z
      .array(z.strictObject(Shields.shape.paths.element.shape))
      .max(500)
      .meta({ description: 'Paths, `*` for any run of characters; so in all patterns.' }),
    hostnames: z
      .strictObject(Shields.shape.hostnames.shape)
      .meta({ description: 'allow counts only these, block all others.' }),
    referrers: z
      .array(z.strictObject(Shields.shape.referrers.element.shape))
      .max(500)
      .meta({ description: 'Addresses of referring pages.' }),
    referrer_spam: Shields.shape.referrer_spam.optional(),
    data_centres: Shields.shape.data_centres.optional(),
  },
  destructive: true,
  examples: [
    {
      body: {
        addresses: [{ cidr: '192.0.2.0/24' }],
        countries: [{ code: 'AQ' }],
        paths: [],
        hostnames: { mode: 'block', patterns: [] },
        referrers: [],
      },
    },
    {
      body: {
        addresses: [{ cidr: '198.51.100.0/24' }],
        countries: [{ code: 'AQ' }],
        paths: [],
        hostnames: { mode: 'block', patterns: [] },
        referrers: [],
      },
    },
  ],
  change: (call, { referrer_spam, data_centres, ...lists }) => ({
    next: (current) => ({
      ...lists,
      referrer_spam: referrer_spam ?? current.referrer_spam,
      data_centres: data_centres ?? current.data_centres,
    }),
    summary: (changes) => `Change the shields of “${call.product.name}”: ${namesOfFields(changes)}.`,
    warnings: (current, next) => shieldWarnings(call, current, next),
  }),
})

import { mutable, PREFERENCE_LABELS, Preferences } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, revisionField } from '../../definition/index.ts'
import { definedOf } from '../../settings/defined.ts'
import { planSettings } from '../../settings/plan.ts'
import { preferenceWarnings } from '../../settings/warnings.ts'

const LABELS = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(PREFERENCE_LABELS)

export const updatePreferences = defineWrite({
  name: 'service_preferences_update',
  method: 'PATCH',
  path: '/api/v1/products/{product}/preferences',
  title: 'Change preferences',
  description: `Changes any of a product’s ${LABELS}. What is not given stays.`,
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  errors: ['revision_conflict'],
  body: z
    .strictObject({ ...Preferences.partial().shape, ...revisionField })
    .refine(({ revision: _, ...given }) => Object.keys(given).length > 0, 'must hold at least one preference'),
  output: Preferences.extend(mutable),
  destructive: true,
  plan: (call, { revision, ...given }) =>
    planSettings(call, 'preferences', revision, {
      next: ({ revision: _, updated_at: __, ...current }) => ({ ...current, ...definedOf(given) }),
      summary: (_, changes) => `Change ${changes.map(({ path }) => path).join(', ')} of “${call.product.name}”.`,
      warnings: (current, next) => preferenceWarnings(call, current, next),
    }),
})

import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed, PREVIEW, previewed } from '../../../api/client.ts'
import { preferencesQuery, productKey, productsQuery } from '../../../api/queries.ts'
import type { Preferences } from '../../../api/types.ts'
import { Form } from '../../../forms/form.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useWarnings } from '../../../forms/use-warnings.tsx'
import { usePreferences, useProduct } from '../../../product/use-product.ts'
import { timeZones } from '../../../statistics/time-zones.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../../ui/field.tsx'
import {
  changedPreferences,
  DEFAULT_RANGES,
  type PreferenceValues,
  typedPreferences,
  WEEK_STARTS,
} from './preference-values.ts'

export function PreferencesCard(): ReactNode {
  const product = useProduct()
  const preferences = usePreferences()
  const queryClient = useQueryClient()
  const warnings = useWarnings('This takes something away')
  const params = { path: { product: product.id } }
  const versionOf = (version: Preferences) => ({ values: typedPreferences(version), revision: version.revision })
  const form = useForm<PreferenceValues>({
    initial: versionOf(preferences),
    async ask(values, revision, before) {
      const body = { ...changedPreferences(values, before), ...(revision !== undefined && { revision }) }
      const call = api.PATCH('/api/v1/products/{product}/preferences', { params, headers: PREVIEW, body })
      return warnings.confirm((await previewed(call)).warnings)
    },
    async save(values, revision, before) {
      const body = { ...changedPreferences(values, before), ...(revision !== undefined && { revision }) }
      const { result } = await executed(api.PATCH('/api/v1/products/{product}/preferences', { params, body }))
      await Promise.all([
        queryClient.invalidateQueries(productsQuery),
        queryClient.invalidateQueries({ queryKey: productKey(product.id) }),
      ])
      return versionOf(result)
    },
    reload: async () => versionOf(await queryClient.fetchQuery({ ...preferencesQuery(product.id), staleTime: 0 })),
  })
  return (
    <Card title="Preferences">
      <Form describe={described} form={form} submitLabel="Save preferences">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            hint="A day begins at midnight there. Numbers of the past are cut anew."
            label="Time zone"
            options={timeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
            {...form.field('timezone')}
          />
          <TextField
            autoCapitalize="characters"
            autoComplete="off"
            hint="Revenue is added up in it; three letters, such as EUR."
            label="Currency"
            maxLength={3}
            spellCheck={false}
            {...form.field('currency')}
          />
          <SelectField label="Weeks begin on" options={WEEK_STARTS} {...form.field('week_starts_on')} />
          <SelectField
            hint="What the overview shows when nothing else was chosen."
            label="Usual range"
            options={DEFAULT_RANGES}
            {...form.field('default_range')}
          />
          <TextField
            hint="What is older is deleted for good. 30 to 3650 days."
            inputMode="numeric"
            label="Keep events for (days)"
            {...form.field('retention_days')}
          />
          <TextField
            hint="Numbers of fewer visitors are withheld, so that nobody can be told from the rest. 0 shows everything."
            inputMode="numeric"
            label="Withhold below (visitors)"
            {...form.field('suppression_threshold')}
          />
        </div>
        <CheckboxField
          checked={form.values.bot_filtering}
          hint="Crawlers and scripts are kept out of the numbers of people, and counted in the crawler report."
          label="Keep bots apart"
          onChange={(on) => form.set('bot_filtering', on)}
        />
        <TextAreaField
          hint="One a line. They are cut from addresses before anything is stored, campaign parameters aside."
          label="Query parameters to leave out"
          spellCheck={false}
          {...form.field('excluded_query_params')}
        />
      </Form>
      {warnings.dialog}
    </Card>
  )
}

function described(values: PreferenceValues) {
  return [
    { label: 'Time zone', value: values.timezone },
    { label: 'Currency', value: values.currency },
    { label: 'Weeks begin on', value: values.week_starts_on },
    { label: 'Usual range', value: values.default_range },
    { label: 'Keep events for', value: `${values.retention_days} days` },
    { label: 'Withhold below', value: `${values.suppression_threshold} visitors` },
    { label: 'Keep bots apart', value: values.bot_filtering ? 'yes' : 'no' },
    { label: 'Query parameters to leave out', value: values.excluded_query_params || 'none' },
  ]
}

import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed, PREVIEW, previewed } from '../../../api/client.ts'
import { preferencesQuery, productQueryKey, productsQuery } from '../../../api/queries.ts'
import type { Preferences } from '../../../api/types.ts'
import { Form } from '../../../forms/form.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useWarnings } from '../../../forms/use-warnings.tsx'
import { usePreferences, useProduct } from '../../../product/use-product.ts'
import { Card } from '../../../ui/card.tsx'
import { PreferenceControl } from './preference-control.tsx'
import { PREFERENCE_NAMES } from './preference-fields.ts'
import {
  changedPreferences,
  describePreferences,
  type PreferenceValues,
  toPreferenceValues,
} from './preference-values.ts'

export function PreferencesCard(): ReactNode {
  const product = useProduct()
  const preferences = usePreferences()
  const queryClient = useQueryClient()
  const warnings = useWarnings('Confirm these changes')
  const params = { path: { product: product.id } }
  const versionOf = (version: Preferences) => ({ values: toPreferenceValues(version), revision: version.revision })
  const form = useForm<PreferenceValues>({
    initial: versionOf(preferences),
    async beforeSave(values, revision, before) {
      const body = { ...changedPreferences(values, before), ...(revision !== undefined && { revision }) }
      const call = api.PATCH('/api/v1/products/{product}/preferences', { params, headers: PREVIEW, body })
      return warnings.confirm((await previewed(call)).warnings)
    },
    async save(values, revision, before) {
      const body = { ...changedPreferences(values, before), ...(revision !== undefined && { revision }) }
      const { result } = await executed(api.PATCH('/api/v1/products/{product}/preferences', { params, body }))
      await Promise.all([
        queryClient.invalidateQueries(productsQuery),
        queryClient.invalidateQueries({ queryKey: productQueryKey(product.id) }),
      ])
      return versionOf(result)
    },
    reload: async () => versionOf(await queryClient.fetchQuery({ ...preferencesQuery(product.id), staleTime: 0 })),
  })
  return (
    <Card title="Preferences">
      <Form describe={describePreferences} form={form} submitLabel="Save preferences">
        <div className="grid gap-4 sm:grid-cols-2">
          {PREFERENCE_NAMES.map((name) => (
            <PreferenceControl form={form} key={name} name={name} />
          ))}
        </div>
      </Form>
      {warnings.dialog}
    </Card>
  )
}

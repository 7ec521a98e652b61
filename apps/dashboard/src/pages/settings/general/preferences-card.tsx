import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../api/client.ts'
import { preferencesQuery, productsQuery } from '../../../api/queries.ts'
import { Form } from '../../../forms/form.tsx'
import { t } from '../../../messages/messages.ts'
import { usePreferences, useProduct } from '../../../product/use-product.ts'
import { Card } from '../../../ui/card.tsx'
import { useSettingsForm } from '../use-settings-form.ts'
import { PreferenceControl } from './preference-control.tsx'
import { PREFERENCE_NAMES } from './preference-fields.ts'
import { changedPreferences, describePreferences, toPreferenceValues } from './preference-values.ts'

export function PreferencesCard(): ReactNode {
  const product = useProduct()
  const preferences = usePreferences()
  const queryClient = useQueryClient()
  const { form, warnings } = useSettingsForm({
    stored: preferences,
    query: preferencesQuery(product.id),
    toValues: toPreferenceValues,
    toBody: changedPreferences,
    write: (body) => (options) =>
      api.PATCH('/api/v1/products/{product}/preferences', {
        params: { path: { product: product.id } },
        body,
        ...options,
      }),
    afterSave: () => queryClient.invalidateQueries(productsQuery),
  })
  return (
    <Card title={t('settings.general.preferences')}>
      <Form describe={describePreferences} form={form} submitLabel={t('settings.general.preferences_submit')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {PREFERENCE_NAMES.map((name) => (
            <PreferenceControl form={form} key={name} name={name} />
          ))}
        </div>
      </Form>
      {warnings}
    </Card>
  )
}

import type { ReactNode } from 'react'
import { api } from '../../../api/client.ts'
import type { CrawlerSettings } from '../../../api/types.ts'
import { Form } from '../../../forms/form.tsx'
import { useProduct } from '../../../product/use-product.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/field.tsx'
import { PatternsField } from '../patterns-field.tsx'
import { crawlerSettingsQuery } from '../queries.ts'
import { useSettingsForm } from '../use-settings-form.ts'
import { type CrawlerValues, changedCrawlerSettings, PURPOSES, toCrawlerValues } from './crawler-values.ts'

export function CrawlersCard({ settings }: { readonly settings: CrawlerSettings }): ReactNode {
  const product = useProduct()
  const { form, warnings } = useSettingsForm({
    product: product.id,
    stored: settings,
    query: crawlerSettingsQuery(product.id),
    toValues: toCrawlerValues,
    toBody: changedCrawlerSettings,
    write: (body) => (options) =>
      api.PATCH('/api/v1/products/{product}/crawlers', { params: { path: { product: product.id } }, body, ...options }),
    warningsTitle: 'Confirm these changes',
  })
  const { enabled, track } = form.values
  return (
    <Card title="Tracked crawlers">
      <Form describe={describeValues} form={form} submitLabel="Save">
        <CheckboxField
          checked={enabled}
          hint="Records the crawler, the page and the HTTP status."
          label="Track crawlers"
          onChange={(on) => form.set('enabled', on)}
        />
        {enabled && (
          <>
            <fieldset className="grid gap-3">
              <legend className="mb-2 font-semibold text-sm">Purposes</legend>
              {PURPOSES.map(({ purpose, label, hint }) => (
                <CheckboxField
                  checked={track[purpose]}
                  hint={hint}
                  key={purpose}
                  label={label}
                  onChange={(on) => form.set('track', { ...track, [purpose]: on })}
                />
              ))}
            </fieldset>
            <PatternsField
              hint="One per line. * matches any characters, such as /feed/*. Crawlers are not tracked there."
              label="Excluded paths"
              path="excluded_paths"
              problem={form.problem}
              {...form.field('excluded_paths')}
            />
          </>
        )}
      </Form>
      {warnings}
    </Card>
  )
}

function describeValues({ enabled, track, excluded_paths }: CrawlerValues) {
  return [
    { label: 'Crawlers', value: enabled ? 'tracked' : 'not tracked' },
    ...PURPOSES.map(({ purpose, label }) => ({ label, value: track[purpose] ? 'tracked' : 'not tracked' })),
    { label: 'Excluded paths', value: excluded_paths || 'none' },
  ]
}

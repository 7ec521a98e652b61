import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed, PREVIEW, previewed } from '../../../api/client.ts'
import { productQueryKey } from '../../../api/queries.ts'
import type { CrawlerSettings } from '../../../api/types.ts'
import { Form } from '../../../forms/form.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useWarnings } from '../../../forms/use-warnings.tsx'
import { useProduct } from '../../../product/use-product.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/field.tsx'
import { PatternsField } from '../patterns-field.tsx'
import { crawlerSettingsQuery } from '../queries.ts'
import { type CrawlerValues, changedCrawlerSettings, PURPOSES, toCrawlerValues } from './crawler-values.ts'

export function CrawlersCard({ settings }: { readonly settings: CrawlerSettings }): ReactNode {
  const product = useProduct()
  const queryClient = useQueryClient()
  const warnings = useWarnings('Confirm these changes')
  const params = { path: { product: product.id } }
  const versionOf = (version: CrawlerSettings) => ({
    values: toCrawlerValues(version),
    revision: version.revision,
  })
  const bodyOf = (values: CrawlerValues, revision: number | undefined, before: CrawlerValues) => ({
    ...changedCrawlerSettings(values, before),
    ...(revision !== undefined && { revision }),
  })
  const form = useForm<CrawlerValues>({
    initial: versionOf(settings),
    async beforeSave(...args) {
      const body = bodyOf(...args)
      const call = api.PATCH('/api/v1/products/{product}/crawlers', { params, headers: PREVIEW, body })
      return warnings.confirm((await previewed(call)).warnings)
    },
    async save(...args) {
      const body = bodyOf(...args)
      const { result } = await executed(api.PATCH('/api/v1/products/{product}/crawlers', { params, body }))
      await queryClient.invalidateQueries({ queryKey: productQueryKey(product.id) })
      return versionOf(result)
    },
    reload: async () => versionOf(await queryClient.fetchQuery({ ...crawlerSettingsQuery(product.id), staleTime: 0 })),
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
      {warnings.dialog}
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

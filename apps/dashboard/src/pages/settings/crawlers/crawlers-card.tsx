import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed, PREVIEW, previewed } from '../../../api/client.ts'
import { productKey } from '../../../api/queries.ts'
import type { CrawlerSettings } from '../../../api/types.ts'
import { Form } from '../../../forms/form.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useWarnings } from '../../../forms/use-warnings.tsx'
import { useProduct } from '../../../product/use-product.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/field.tsx'
import { PatternsField } from '../patterns-field.tsx'
import { crawlerSettingsQuery } from '../queries.ts'
import { type CrawlerValues, changedCrawlerSettings, PURPOSES, typedCrawlerSettings } from './crawler-values.ts'

export function CrawlersCard({ settings }: { readonly settings: CrawlerSettings }): ReactNode {
  const product = useProduct()
  const queryClient = useQueryClient()
  const warnings = useWarnings('This takes something away')
  const params = { path: { product: product.id } }
  const versionOf = (version: CrawlerSettings) => ({
    values: typedCrawlerSettings(version),
    revision: version.revision,
  })
  const bodyOf = (values: CrawlerValues, revision: number | undefined, before: CrawlerValues) => ({
    ...changedCrawlerSettings(values, before),
    ...(revision !== undefined && { revision }),
  })
  const form = useForm<CrawlerValues>({
    initial: versionOf(settings),
    async ask(...given) {
      const body = bodyOf(...given)
      const call = api.PATCH('/api/v1/products/{product}/crawlers', { params, headers: PREVIEW, body })
      return warnings.confirm((await previewed(call)).warnings)
    },
    async save(...given) {
      const body = bodyOf(...given)
      const { result } = await executed(api.PATCH('/api/v1/products/{product}/crawlers', { params, body }))
      await queryClient.invalidateQueries({ queryKey: productKey(product.id) })
      return versionOf(result)
    },
    reload: async () => versionOf(await queryClient.fetchQuery({ ...crawlerSettingsQuery(product.id), staleTime: 0 })),
  })
  const { enabled, track } = form.values
  return (
    <Card title="What is noted">
      <Form describe={described} form={form} submitLabel="Save">
        <CheckboxField
          checked={enabled}
          hint="Which machine came, to which page, and whether it found it."
          label="Note crawlers"
          onChange={(on) => form.set('enabled', on)}
        />
        {enabled && (
          <>
            <fieldset className="grid gap-3">
              <legend className="mb-2 font-semibold text-sm">Of these kinds</legend>
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
              hint="One a line; * stands for any run of characters, such as /feed/*. Crawlers are not noted there."
              label="Paths to leave out"
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

function described({ enabled, track, excluded_paths }: CrawlerValues) {
  return [
    { label: 'Crawlers', value: enabled ? 'noted' : 'not noted' },
    ...PURPOSES.map(({ purpose, label }) => ({ label, value: track[purpose] ? 'noted' : 'passed over' })),
    { label: 'Paths to leave out', value: excluded_paths || 'none' },
  ]
}

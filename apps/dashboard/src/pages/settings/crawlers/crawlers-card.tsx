import type { ReactNode } from 'react'
import { api } from '../../../api/client.ts'
import type { CrawlerSettings } from '../../../api/types.ts'
import { Form } from '../../../forms/form.tsx'
import { t } from '../../../messages/messages.ts'
import { useProduct } from '../../../product/use-product.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/choice-field.tsx'
import { PatternsField } from '../patterns-field.tsx'
import { crawlerSettingsQuery } from '../queries.ts'
import { useSettingsForm } from '../use-settings-form.ts'
import {
  type CrawlerValues,
  changedCrawlerSettings,
  describePurposes,
  PURPOSES,
  toCrawlerValues,
} from './crawler-values.ts'

export function CrawlersCard({ settings }: { readonly settings: CrawlerSettings }): ReactNode {
  const product = useProduct()
  const { form, warnings } = useSettingsForm({
    stored: settings,
    query: crawlerSettingsQuery(product.id),
    toValues: toCrawlerValues,
    toBody: changedCrawlerSettings,
    write: (body) => (options) =>
      api.PATCH('/api/v1/products/{product}/crawlers', { params: { path: { product: product.id } }, body, ...options }),
  })
  const { enabled, track } = form.values
  return (
    <Card title={t('settings.crawlers.tracked')}>
      <Form describe={describeValues} form={form} submitLabel={t('common.save')}>
        <CheckboxField
          checked={enabled}
          hint={t('settings.crawlers.enabled_hint')}
          label={t('settings.crawlers.enabled')}
          onChange={(on) => form.set('enabled', on)}
        />
        {enabled && (
          <>
            <fieldset className="grid gap-3">
              <legend className="mb-2 font-semibold text-sm">{t('settings.crawlers.purposes')}</legend>
              {PURPOSES.map((purpose) => (
                <CheckboxField
                  checked={track[purpose]}
                  hint={t(`crawlers.purpose_${purpose}_hint`)}
                  key={purpose}
                  label={t(`crawlers.purpose_${purpose}`)}
                  onChange={(on) => form.set('track', { ...track, [purpose]: on })}
                />
              ))}
            </fieldset>
            <PatternsField
              hint={t('settings.crawlers.excluded_hint')}
              label={t('settings.crawlers.excluded')}
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
    { label: t('settings.crawlers.title'), value: enabled ? t('settings.crawlers.on') : t('settings.crawlers.off') },
    ...describePurposes(track),
    { label: t('settings.crawlers.excluded'), value: excluded_paths || t('common.none') },
  ]
}

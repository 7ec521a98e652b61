import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, executed } from '../../api/client.ts'
import { productsQuery } from '../../api/queries.ts'
import type { Product } from '../../api/types.ts'
import { Form } from '../../forms/form.tsx'
import { incomplete } from '../../forms/incomplete.ts'
import { NameField } from '../../forms/name-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { t } from '../../messages/messages.ts'
import { formatZone, timeZones, zoneOfBrowser } from '../../statistics/time-zones.ts'
import { Card } from '../../ui/card.tsx'
import { SelectField, TextField, VERBATIM } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** Creates the first or a further product. */
export function WelcomePage(): ReactNode {
  const { data: products } = useSuspenseQuery(productsQuery)
  const first = products.length === 0
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const zones = timeZones()
  const empty = { name: '', domain: '', timezone: zoneOfBrowser() }
  const form = useForm({
    initial: { values: empty },
    async save({ name, domain, timezone }) {
      if (name.trim() === '') throw incomplete([{ path: 'name', message: t('common.name_missing') }])
      const hostname = hostnameIn(domain)
      const body = { name, timezone, ...(hostname !== '' && { domain: hostname }) }
      const { result } = await executed(api.POST('/api/v1/products', { body }))
      queryClient.setQueryData(productsQuery.queryKey, (before: Product[] = []) => [...before, result])
      await navigate({ to: '/products/$product/install', params: { product: result.id }, ignoreBlocker: true })
      return { values: empty }
    },
  })
  return (
    <div className="mx-auto grid max-w-xl gap-5">
      <PageHeader
        description={first ? t('welcome.description_first') : t('welcome.description')}
        title={first ? t('welcome.title_first') : t('welcome.title')}
      />
      <Card>
        <Form form={form} creates submitLabel={first ? t('welcome.submit_first') : t('welcome.submit')}>
          <NameField form={form} hint={t('welcome.name_hint')} />
          <TextField
            {...VERBATIM}
            hint={t('welcome.domain_hint')}
            inputMode="url"
            label={t('welcome.domain')}
            {...form.field('domain')}
          />
          <SelectField
            hint={t('welcome.time_zone_hint')}
            label={t('common.time_zone')}
            options={zones.map((zone) => ({ value: zone, label: formatZone(zone) }))}
            {...form.field('timezone')}
          />
        </Form>
      </Card>
      {first && <p className="text-muted text-sm">{t('welcome.already')}</p>}
    </div>
  )
}

/** Accepts a URL in place of a hostname. */
function hostnameIn(text: string): string {
  const trimmed = text.trim()
  return /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed) ? new URL(trimmed).hostname : trimmed
}

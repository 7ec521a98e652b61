import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, executed } from '../../api/client.ts'
import { productsQuery } from '../../api/queries.ts'
import type { Product } from '../../api/types.ts'
import { Form } from '../../forms/form.tsx'
import { incomplete } from '../../forms/incomplete.ts'
import { useForm } from '../../forms/use-form.ts'
import { timeZones } from '../../statistics/time-zones.ts'
import { Card } from '../../ui/card.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** Where a service, or a further product, begins. */
export function WelcomePage(): ReactNode {
  const { data: products } = useSuspenseQuery(productsQuery)
  const first = products.length === 0
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const zones = timeZones()
  const empty = { name: '', domain: '', timezone: zoneOfBrowser(zones) }
  const form = useForm({
    initial: { values: empty },
    async save({ name, domain, timezone }) {
      if (name.trim() === '') throw incomplete([{ path: 'name', message: 'give it a name' }])
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
        description={
          first
            ? 'Footfall counts visits to a website or an app of yours, without cookies. Three answers, and it can begin.'
            : 'Each website or app is a product, with numbers, settings and people of its own.'
        }
        title={first ? 'Welcome. What shall be counted?' : 'Add a product'}
      />
      <Card>
        <Form form={form} makes submitLabel={first ? 'Create product' : 'Add product'}>
          <TextField
            autoComplete="off"
            hint="As you call it yourself, such as “Company site”."
            label="Name"
            maxLength={120}
            {...form.field('name')}
          />
          <TextField
            autoCapitalize="none"
            autoComplete="off"
            hint="Where it runs, such as example.com. You can add it later, and more of them."
            inputMode="url"
            label="Domain (optional)"
            spellCheck={false}
            {...form.field('domain')}
          />
          <SelectField
            hint="A day of the statistics begins at midnight there."
            label="Time zone"
            options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
            {...form.field('timezone')}
          />
        </Form>
      </Card>
      {first && (
        <p className="text-muted text-sm">
          Somebody else counts it already? Ask them to invite you; then this page is not needed.
        </p>
      )}
    </div>
  )
}

function zoneOfBrowser(zones: readonly string[]): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return zones.includes(timeZone) ? timeZone : 'UTC'
}

/** People paste addresses where a hostname is asked for. */
function hostnameIn(text: string): string {
  const trimmed = text.trim()
  return /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed) ? new URL(trimmed).hostname : trimmed
}

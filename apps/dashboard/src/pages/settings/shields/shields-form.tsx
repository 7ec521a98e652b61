import type { ReactNode } from 'react'
import { api } from '../../../api/client.ts'
import type { Shields } from '../../../api/types.ts'
import { Form } from '../../../forms/form.tsx'
import { useProduct } from '../../../product/use-product.ts'
import { Card } from '../../../ui/card.tsx'
import { RadioField } from '../../../ui/field.tsx'
import { PatternsField } from '../patterns-field.tsx'
import { shieldsQuery } from '../queries.ts'
import { useSettingsForm } from '../use-settings-form.ts'
import { AddressesField } from './addresses-field.tsx'
import { CountriesField } from './countries-field.tsx'
import { DroppedCount } from './dropped-count.tsx'
import { describeShields, nonEmptyAddresses, shieldsOf, toShieldValues } from './shield-values.ts'
import { ShippedListsCard } from './shipped-lists-card.tsx'

const MODES = [
  { value: 'block', label: 'Block these', hint: 'Events of matching hostnames are dropped, such as staging.*' },
  {
    value: 'allow',
    label: 'Allow only these',
    hint: 'Events of all other hostnames are dropped. * matches any characters.',
  },
] as const

export function ShieldsForm({ shields }: { readonly shields: Shields }): ReactNode {
  const product = useProduct()
  const { form, warnings } = useSettingsForm({
    product: product.id,
    stored: shields,
    query: shieldsQuery(product.id),
    toValues: toShieldValues,
    toBody: shieldsOf,
    write: (body) => (options) =>
      api.PUT('/api/v1/products/{product}/shields', { params: { path: { product: product.id } }, body, ...options }),
    warningsTitle: 'Confirm these shields',
    beforeSave(values) {
      // Removes empty rows, so that indexes in errors match the rows.
      const filled = nonEmptyAddresses(values.addresses)
      if (filled.length < values.addresses.length) form.set('addresses', filled)
    },
  })
  const countryError = form.problem?.errors.find(({ path }) => path.startsWith('countries'))?.path
  return (
    <>
      <Form describe={describeShields} form={form} stickyActions submitLabel="Save shields">
        <Card
          actions={<DroppedCount active={shields.addresses.length > 0} by="shield_address" />}
          description="Excludes visits from an address or a range, such as 192.0.2.0/24 or 2001:db8::/32."
          title="Addresses"
        >
          <AddressesField
            error={form.error}
            onChange={(addresses) => form.set('addresses', addresses)}
            rows={form.values.addresses}
          />
        </Card>
        <Card
          actions={<DroppedCount active={shields.countries.length > 0} by="shield_country" />}
          description="Excludes visits by the country of the address."
          title="Countries"
        >
          <CountriesField
            codes={form.values.countries}
            error={countryError && form.error(countryError)}
            onChange={(codes) => form.set('countries', codes)}
          />
        </Card>
        <Card
          actions={<DroppedCount active={shields.paths.length > 0} by="shield_path" />}
          description="Excludes pages."
          title="Paths"
        >
          <PatternsField
            hint="One per line. * matches any characters, such as /admin/*."
            label="Blocked paths"
            path="paths"
            problem={form.problem}
            {...form.field('paths')}
          />
        </Card>
        <Card
          actions={<DroppedCount active={shields.hostnames.patterns.length > 0} by="shield_hostname" />}
          description="Excludes copies of your site, previews and test systems. Without a pattern, every hostname is counted."
          title="Hostnames"
        >
          <div className="grid gap-4">
            <RadioField
              label="Mode"
              onChange={(mode) => form.set('hostnameMode', mode)}
              options={MODES}
              value={form.values.hostnameMode}
            />
            <PatternsField
              hint="One per line, such as shop.example or *.shop.example."
              label={form.values.hostnameMode === 'allow' ? 'Allowed hostnames' : 'Blocked hostnames'}
              path="hostnames.patterns"
              problem={form.problem}
              {...form.field('hostnames')}
            />
          </div>
        </Card>
        <Card
          actions={<DroppedCount active={shields.referrers.length > 0} by="shield_referrer" />}
          description="Excludes visits that start from these sites, such as referrer spam."
          title="Referrers"
        >
          <PatternsField
            hint="One per line: a host or a host with a path, such as *.spam.example or news.example/ads/*."
            label="Blocked referrers"
            path="referrers"
            problem={form.problem}
            {...form.field('referrers')}
          />
        </Card>
        <ShippedListsCard form={form} />
      </Form>
      {warnings}
    </>
  )
}

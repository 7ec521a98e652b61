import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed, PREVIEW, previewed } from '../../../api/client.ts'
import { productKey } from '../../../api/queries.ts'
import type { Shields } from '../../../api/types.ts'
import { Form } from '../../../forms/form.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useWarnings } from '../../../forms/use-warnings.tsx'
import { useProduct } from '../../../product/use-product.ts'
import { Card } from '../../../ui/card.tsx'
import { RadioField } from '../../../ui/field.tsx'
import { PatternsField } from '../patterns-field.tsx'
import { shieldsQuery } from '../queries.ts'
import { AddressesField } from './addresses-field.tsx'
import { CountriesField } from './countries-field.tsx'
import { Dropped } from './dropped-count.tsx'
import { filledAddresses, type ShieldValues, shieldsOf, shieldWords, typedShields } from './shield-values.ts'

const MODES = [
  { value: 'block', label: 'Count all but these', hint: 'Hostnames that match are dropped, such as staging.*' },
  {
    value: 'allow',
    label: 'Count only these',
    hint: 'Everything else is dropped: name every hostname of yours, with * for any run of characters.',
  },
] as const

export function ShieldsForm({ shields }: { readonly shields: Shields }): ReactNode {
  const product = useProduct()
  const queryClient = useQueryClient()
  const warnings = useWarnings('This stops counting something')
  const params = { path: { product: product.id } }
  const versionOf = (version: Shields) => ({ values: typedShields(version), revision: version.revision })
  const bodyOf = (values: ShieldValues, revision: number | undefined) => ({
    ...shieldsOf(values),
    ...(revision !== undefined && { revision }),
  })
  const form = useForm<ShieldValues>({
    initial: versionOf(shields),
    async ask(values, revision) {
      // Rows that say nothing are not sent; gone, the rest are counted here as the service counts them.
      const filled = filledAddresses(values.addresses)
      if (filled.length < values.addresses.length) form.set('addresses', filled)
      const body = bodyOf(values, revision)
      const call = api.PUT('/api/v1/products/{product}/shields', { params, headers: PREVIEW, body })
      return warnings.confirm((await previewed(call)).warnings)
    },
    async save(values, revision) {
      const body = bodyOf(values, revision)
      const { result } = await executed(api.PUT('/api/v1/products/{product}/shields', { params, body }))
      await queryClient.invalidateQueries({ queryKey: productKey(product.id) })
      return versionOf(result)
    },
    reload: async () => versionOf(await queryClient.fetchQuery({ ...shieldsQuery(product.id), staleTime: 0 })),
  })
  const countryError = form.problem?.errors.find(({ path }) => path.startsWith('countries'))?.path
  return (
    <>
      <Form describe={shieldWords} form={form} long submitLabel="Save shields">
        <Card
          actions={<Dropped active={shields.addresses.length > 0} by="address" />}
          description="Yours, to leave yourself out: one address, or a range such as 192.0.2.0/24 or 2001:db8::/32."
          title="Addresses"
        >
          <AddressesField
            error={form.error}
            onChange={(addresses) => form.set('addresses', addresses)}
            rows={form.values.addresses}
          />
        </Card>
        <Card
          actions={<Dropped active={shields.countries.length > 0} by="country" />}
          description="As far as an address tells where somebody is."
          title="Countries"
        >
          <CountriesField
            codes={form.values.countries}
            error={countryError && form.error(countryError)}
            onChange={(codes) => form.set('countries', codes)}
          />
        </Card>
        <Card
          actions={<Dropped active={shields.paths.length > 0} by="path" />}
          description="Pages that are nobody’s visit."
          title="Paths"
        >
          <PatternsField
            hint="One a line; * stands for any run of characters, such as /admin/*."
            label="Paths to drop"
            path="paths"
            problem={form.problem}
            {...form.field('paths')}
          />
        </Card>
        <Card
          actions={<Dropped active={shields.hostnames.patterns.length > 0} by="hostname" />}
          description="Copies of your site elsewhere, previews and test systems send events, too. Without a pattern every hostname counts."
          title="Hostnames"
        >
          <div className="grid gap-4">
            <RadioField
              label="Which are counted"
              onChange={(mode) => form.set('hostnameMode', mode)}
              options={MODES}
              value={form.values.hostnameMode}
            />
            <PatternsField
              hint="One a line, such as shop.example or *.shop.example."
              label={form.values.hostnameMode === 'allow' ? 'Hostnames to count' : 'Hostnames to drop'}
              path="hostnames.patterns"
              problem={form.problem}
              {...form.field('hostnames')}
            />
          </div>
        </Card>
        <Card
          actions={<Dropped active={shields.referrers.length > 0} by="referrer" />}
          description="Visits that begin by a link from there are not counted; that is how spam gets into reports."
          title="Referrers"
        >
          <PatternsField
            hint="One a line: a host, or a host with a path, such as *.spam.example or news.example/ads/*."
            label="Referrers to drop"
            path="referrers"
            problem={form.problem}
            {...form.field('referrers')}
          />
        </Card>
      </Form>
      {warnings.dialog}
    </>
  )
}

import type { ReactNode } from 'react'
import { api } from '../../../api/client.ts'
import type { Shields } from '../../../api/types.ts'
import { Form } from '../../../forms/form.tsx'
import { t } from '../../../messages/messages.ts'
import { useProduct } from '../../../product/use-product.ts'
import { Card } from '../../../ui/card.tsx'
import { RadioField } from '../../../ui/choice-field.tsx'
import { PatternsField } from '../patterns-field.tsx'
import { shieldsQuery } from '../queries.ts'
import { useSettingsForm } from '../use-settings-form.ts'
import { AddressesField } from './addresses-field.tsx'
import { CountriesField } from './countries-field.tsx'
import { DroppedCount } from './dropped-count.tsx'
import { describeShields, nonEmptyAddresses, shieldsOf, toShieldValues } from './shield-values.ts'
import { ShippedListsCard } from './shipped-lists-card.tsx'

const MODES = [
  { value: 'block', label: t('settings.shields.block'), hint: t('settings.shields.block_hint') },
  { value: 'allow', label: t('settings.shields.allow'), hint: t('settings.shields.allow_hint') },
] as const

export function ShieldsForm({ shields }: { readonly shields: Shields }): ReactNode {
  const product = useProduct()
  const { form, warnings } = useSettingsForm({
    stored: shields,
    query: shieldsQuery(product.id),
    toValues: toShieldValues,
    toBody: shieldsOf,
    write: (body) => (options) =>
      api.PUT('/api/v1/products/{product}/shields', { params: { path: { product: product.id } }, body, ...options }),
    warningsTitle: t('settings.shields.confirm'),
    beforeSave(values) {
      // Removes empty rows, so that indexes in errors match the rows.
      const filled = nonEmptyAddresses(values.addresses)
      if (filled.length < values.addresses.length) form.set('addresses', filled)
    },
  })
  const countryError = form.problem?.errors.find(({ path }) => path.startsWith('countries'))?.path
  return (
    <>
      <Form describe={describeShields} form={form} stickyActions submitLabel={t('settings.shields.submit')}>
        <Card
          actions={<DroppedCount active={shields.addresses.length > 0} by="shield_address" />}
          description={t('settings.shields.addresses_hint')}
          title={t('settings.shields.addresses')}
        >
          <AddressesField
            error={form.error}
            onChange={(addresses) => form.set('addresses', addresses)}
            rows={form.values.addresses}
          />
        </Card>
        <Card
          actions={<DroppedCount active={shields.countries.length > 0} by="shield_country" />}
          description={t('settings.shields.countries_hint')}
          title={t('settings.shields.countries')}
        >
          <CountriesField
            codes={form.values.countries}
            error={countryError && form.error(countryError)}
            onChange={(codes) => form.set('countries', codes)}
          />
        </Card>
        <Card
          actions={<DroppedCount active={shields.paths.length > 0} by="shield_path" />}
          description={t('settings.shields.paths_hint')}
          title={t('settings.shields.paths')}
        >
          <PatternsField
            hint={t('settings.shields.paths_field_hint')}
            label={t('settings.shields.paths_field')}
            path="paths"
            problem={form.problem}
            {...form.field('paths')}
          />
        </Card>
        <Card
          actions={<DroppedCount active={shields.hostnames.patterns.length > 0} by="shield_hostname" />}
          description={t('settings.shields.hostnames_hint')}
          title={t('settings.shields.hostnames')}
        >
          <div className="grid gap-4">
            <RadioField
              label={t('settings.shields.mode')}
              onChange={(mode) => form.set('hostnameMode', mode)}
              options={MODES}
              value={form.values.hostnameMode}
            />
            <PatternsField
              hint={t('settings.shields.hostnames_field_hint')}
              label={
                form.values.hostnameMode === 'allow'
                  ? t('settings.shields.hostnames_allowed')
                  : t('settings.shields.hostnames_blocked')
              }
              path="hostnames.patterns"
              problem={form.problem}
              {...form.field('hostnames')}
            />
          </div>
        </Card>
        <Card
          actions={<DroppedCount active={shields.referrers.length > 0} by="shield_referrer" />}
          description={t('settings.shields.referrers_hint')}
          title={t('settings.shields.referrers')}
        >
          <PatternsField
            hint={t('settings.shields.referrers_field_hint')}
            label={t('settings.shields.referrers_field')}
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

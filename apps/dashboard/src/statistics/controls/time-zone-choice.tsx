import { type ReactNode, useMemo } from 'react'
import { t } from '../../messages/messages.ts'
import { useProduct } from '../../product/use-product.ts'
import { type Option, SelectField } from '../../ui/field.tsx'
import { formatZone, timeZones } from '../time-zones.ts'
import type { ReportState } from '../use-report-state.ts'

/** The time zone in which the days begin: that of the product first, then that of the browser. */
export function TimeZoneChoice({ state }: { readonly state: ReportState }): ReactNode {
  const { timezone: ofProduct } = useProduct()
  const options = useMemo(() => optionsFor(ofProduct, state.timezone), [ofProduct, state.timezone])
  return (
    <SelectField
      className="mt-1.5 border-t px-2.5 pt-2.5 pb-1.5"
      label={t('time_zone.time_zone')}
      onChange={(zone) => state.change({ tz: zone === ofProduct ? undefined : zone })}
      options={options}
      value={state.timezone}
    />
  )
}

function optionsFor(ofProduct: string, chosen: string): readonly Option<string>[] {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const first = [
    { value: ofProduct, label: t('time_zone.product', { zone: formatZone(ofProduct) }) },
    ...(here === ofProduct ? [] : [{ value: here, label: t('time_zone.browser', { zone: formatZone(here) }) }]),
  ]
  const others = new Set([...timeZones(), chosen])
  for (const { value } of first) others.delete(value)
  return [...first, ...[...others].map((zone) => ({ value: zone, label: formatZone(zone) }))]
}

/** `America/New_York` as “New York time”. */
export function cityTime(zone: string): string {
  if (!zone.includes('/')) return zone
  return t('time_zone.of_city', { city: formatZone(zone.slice(zone.lastIndexOf('/') + 1)) })
}

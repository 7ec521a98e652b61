import { type ReactNode, useMemo } from 'react'
import { t } from '../../messages/messages.ts'
import { useProduct } from '../../product/use-product.ts'
import { SelectField } from '../../ui/field.tsx'
import { Popover } from '../../ui/menu.tsx'
import { MENU_ITEM } from '../../ui/popup-style.ts'
import { formatZone, timeZones } from '../time-zones.ts'
import type { SpanState } from '../use-span.ts'
import { PICKER_STYLE } from './picker-style.ts'

export function TimeZoneMenu({ state }: { readonly state: SpanState }): ReactNode {
  return (
    <Popover
      align="end"
      button={
        <span>
          <span className="sr-only">{t('time_zone.time_zone')}: </span>
          {cityOf(state.timezone)}
        </span>
      }
      className={PICKER_STYLE}
    >
      {(close) => <Choices close={close} state={state} />}
    </Popover>
  )
}

function Choices({ state, close }: { readonly state: SpanState; readonly close: () => void }): ReactNode {
  const product = useProduct()
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = useMemo(() => [...new Set([...timeZones(), state.timezone])], [state.timezone])
  const choose = (zone: string) => state.change({ tz: zone === product.timezone ? undefined : zone })
  const quick = [
    { zone: product.timezone, words: t('time_zone.product') },
    ...(here === product.timezone ? [] : [{ zone: here, words: t('time_zone.browser') }]),
  ]
  return (
    <>
      {quick.map(({ zone, words }) => (
        <button
          aria-current={zone === state.timezone || undefined}
          className={MENU_ITEM}
          key={words}
          onClick={() => {
            choose(zone)
            close()
          }}
          type="button"
        >
          {words}: {zone}
        </button>
      ))}
      <SelectField
        className="mt-1.5 border-t px-2.5 pt-2.5 pb-1.5"
        label={t('time_zone.other')}
        onChange={choose}
        options={zones.map((zone) => ({ value: zone, label: formatZone(zone) }))}
        value={state.timezone}
      />
    </>
  )
}

/** `America/New_York` as “New York time”. */
function cityOf(zone: string): string {
  if (!zone.includes('/')) return zone
  return t('time_zone.of_city', { city: zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ') })
}

import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { useProduct } from '../../product/use-product.ts'
import { Popover } from '../../ui/menu.tsx'
import { MENU_ITEM } from '../../ui/popup-style.ts'
import { formatSpan } from '../format.ts'
import { PERIOD_TABLE, PERIODS } from '../periods.ts'
import { todayIn } from '../span.ts'
import type { SpanState } from '../use-span.ts'
import { DaysForm } from './days-form.tsx'
import { PICKER_STYLE } from './picker-style.ts'
import { cityTime, TimeZoneChoice } from './time-zone-choice.tsx'

/** The days of the page, and the time zone in which they begin. */
export function RangeMenu({ state }: { readonly state: SpanState }): ReactNode {
  const { choice } = state
  const product = useProduct()
  const chosen = 'period' in choice ? choice.period : undefined
  const days = 'period' in choice ? PERIOD_TABLE[choice.period].label : formatSpan(choice)
  return (
    <Popover
      align="end"
      button={
        <span>
          <span className="sr-only">{t('days.days')}: </span>
          {state.timezone === product.timezone ? days : t('days.in_zone', { days, zone: cityTime(state.timezone) })}
        </span>
      }
      className={PICKER_STYLE}
    >
      {(close) => (
        <>
          <ul className="grid grid-cols-2">
            {PERIODS.map((name) => (
              <li key={name}>
                <button
                  aria-current={name === chosen || undefined}
                  className={MENU_ITEM}
                  onClick={() => {
                    state.change({ period: name, from: undefined, to: undefined, interval: undefined })
                    close()
                  }}
                  type="button"
                >
                  {PERIOD_TABLE[name].label}
                </button>
              </li>
            ))}
          </ul>
          <DaysForm
            initial={'from' in choice ? choice : { from: '', to: todayIn(state.timezone, new Date()) }}
            onApply={({ from, to }) => {
              state.change({ period: undefined, from, to, interval: undefined })
              close()
            }}
          />
          <TimeZoneChoice state={state} />
        </>
      )}
    </Popover>
  )
}

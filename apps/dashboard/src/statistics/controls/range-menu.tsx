import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../messages/messages.ts'
import { useProduct } from '../../product/use-product.ts'
import { Popover } from '../../ui/menu.tsx'
import { MENU_ITEM } from '../../ui/popup-style.ts'
import { todayIn } from '../date-range.ts'
import { formatDateRange } from '../format.ts'
import { PERIODS, type Period } from '../period-days.ts'
import { periodLabel, shortPeriodLabel } from '../period-labels.ts'
import type { ReportedDays } from '../step-range.ts'
import type { ReportState } from '../use-report-state.ts'
import { DaysForm } from './days-form.tsx'
import { PICKER_STYLE } from './picker-style.ts'
import { PickerText } from './picker-text.tsx'
import { cityTime, TimeZoneChoice } from './time-zone-choice.tsx'

/** In two columns, so that this week is next to last week. */
const IN_PAIRS: readonly Period[] = PERIODS.filter((name) => name !== 'all').flatMap((name) =>
  name === '12mo' ? [name, 'all'] : [name],
)

interface RangeMenuProps {
  readonly state: ReportState
  /** The days of the report; undefined while it loads. */
  readonly days: ReportedDays | undefined
  readonly onConsider?: (period: Period) => void
}

/** The days of the page, and the time zone in which they begin. */
export function RangeMenu({ state, days: reported, onConsider }: RangeMenuProps): ReactNode {
  const { choice } = state
  const rest = useRest()
  const product = useProduct()
  const chosen = 'period' in choice ? choice.period : undefined
  const days = 'period' in choice ? periodLabel(choice.period) : formatDateRange(choice)
  const short = 'period' in choice ? shortPeriodLabel(choice.period) : days
  const inZone = (shown: string) =>
    state.timezone === product.timezone ? shown : t('days.in_zone', { days: shown, zone: cityTime(state.timezone) })
  const consider = (name: Period) => {
    if (onConsider !== undefined && name !== chosen) rest.begin(() => onConsider(name))
  }
  return (
    <Popover
      align="end"
      button={
        <span className="truncate">
          <span className="sr-only">{t('days.days')}: </span>
          <PickerText short={inZone(short)}>{inZone(days)}</PickerText>
        </span>
      }
      className={PICKER_STYLE}
    >
      {(close) => (
        <>
          <ul className="grid grid-cols-2">
            {IN_PAIRS.map((name) => (
              <li key={name}>
                <button
                  aria-current={name === chosen || undefined}
                  className={MENU_ITEM}
                  onBlur={rest.end}
                  onClick={() => {
                    state.change({ period: name, from: undefined, to: undefined, interval: undefined })
                    close()
                  }}
                  onFocus={() => consider(name)}
                  onPointerEnter={() => consider(name)}
                  onPointerLeave={rest.end}
                  type="button"
                >
                  {periodLabel(name)}
                </button>
              </li>
            ))}
          </ul>
          <DaysForm
            initial={'from' in choice ? choice : (reported ?? { from: '', to: todayIn(state.timezone, new Date()) })}
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

/** Shorter than a pointer takes from resting to a click, and longer than one that passes by. */
const REST_MS = 80

/** Runs something once the pointer or the focus rests on an element. */
function useRest(): { readonly begin: (run: () => void) => void; readonly end: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    begin(run) {
      end()
      timer.current = setTimeout(run, REST_MS)
    },
    end,
  }
}

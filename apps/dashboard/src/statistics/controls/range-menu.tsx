import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { Popover } from '../../ui/menu.tsx'
import { MENU_ITEM } from '../../ui/popup-style.ts'
import { formatSpan } from '../format.ts'
import { PERIOD_TABLE, PERIODS } from '../periods.ts'
import { todayIn } from '../span.ts'
import type { SpanState } from '../use-span.ts'
import { DaysForm } from './days-form.tsx'
import { PICKER_STYLE } from './picker-style.ts'

export function RangeMenu({ state }: { readonly state: SpanState }): ReactNode {
  const { choice } = state
  const chosen = 'period' in choice ? choice.period : undefined
  return (
    <Popover
      align="end"
      button={
        <span>
          <span className="sr-only">{t('days.days')}: </span>
          {'period' in choice ? PERIOD_TABLE[choice.period].label : formatSpan(choice)}
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
        </>
      )}
    </Popover>
  )
}

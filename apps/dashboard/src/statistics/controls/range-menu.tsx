import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Popover } from '../../ui/menu.tsx'
import { MENU_ITEM } from '../../ui/popup-style.ts'
import { formatSpan } from '../format.ts'
import { PERIOD_TABLE, PERIODS } from '../periods.ts'
import { isDay, todayIn } from '../span.ts'
import type { SpanState } from '../use-span.ts'
import { PICKER_STYLE } from './picker-style.ts'

export function RangeMenu({ state }: { readonly state: SpanState }): ReactNode {
  const { choice } = state
  const chosen = 'period' in choice ? choice.period : undefined
  return (
    <Popover
      align="end"
      button={
        <span>
          <span className="sr-only">Days: </span>
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
          <CustomRange close={close} state={state} />
        </>
      )}
    </Popover>
  )
}

/** Ten years, the limit of a query. */
const DAYS_MAX = 3_653

function CustomRange({ state, close }: { readonly state: SpanState; readonly close: () => void }): ReactNode {
  const { choice } = state
  const [from, setFrom] = useState('from' in choice ? choice.from : '')
  const [to, setTo] = useState('to' in choice ? choice.to : todayIn(state.timezone, new Date()))
  const [wrong, setWrong] = useState<string>()
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const problem = problemOf(from, to)
    setWrong(problem)
    if (problem !== undefined) return
    state.change({ period: undefined, from, to, interval: undefined })
    close()
  }
  return (
    <form className="mt-1.5 grid gap-2.5 border-t px-2.5 pt-2.5 pb-1.5" onSubmit={apply}>
      <TextField label="First day" onChange={setFrom} required type="date" value={from} />
      <TextField error={wrong} label="Last day" onChange={setTo} required type="date" value={to} />
      <Button size="small" submit>
        Apply
      </Button>
    </form>
  )
}

function problemOf(from: string, to: string): string | undefined {
  if (!isDay(from) || !isDay(to)) return 'Enter both days.'
  if (from > to) return 'The last day is before the first day.'
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > DAYS_MAX) return 'A range can have at most ten years.'
  return undefined
}

import { type FormEvent, type ReactNode, useState } from 'react'
import { usePreferences } from '../../product/use-product.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Popover } from '../../ui/menu.tsx'
import { MENU_ITEM } from '../../ui/popup-style.ts'
import { formatSpan } from '../format.ts'
import { isDay, RANGE_LABELS, RANGES } from '../span.ts'
import type { SpanState } from '../use-span.ts'
import { PICKER_STYLE } from './picker-style.ts'

export function RangeMenu({ state }: { readonly state: SpanState }): ReactNode {
  const { search, span } = state
  const custom = search.from !== undefined
  const preferences = usePreferences()
  const range = search.range ?? preferences.default_range
  return (
    <Popover
      align="end"
      button={
        <span>
          <span className="sr-only">Days: </span>
          {custom ? formatSpan(span) : RANGE_LABELS[range]}
        </span>
      }
      className={PICKER_STYLE}
    >
      {(close) => (
        <>
          <ul>
            {RANGES.map((name) => (
              <li key={name}>
                <button
                  aria-current={(!custom && name === range) || undefined}
                  className={MENU_ITEM}
                  onClick={() => {
                    state.change({ range: name, from: undefined, to: undefined, interval: undefined })
                    close()
                  }}
                  type="button"
                >
                  {RANGE_LABELS[name]}
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
  const [from, setFrom] = useState(state.span.from)
  const [to, setTo] = useState(state.span.to)
  const [wrong, setWrong] = useState<string>()
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const problem = problemOf(from, to)
    setWrong(problem)
    if (problem !== undefined) return
    state.change({ range: undefined, from, to, interval: undefined })
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

import type { ReactNode } from 'react'
import { ChoiceMenu } from '../../ui/menu.tsx'
import { COMPARISONS, type Comparison } from '../search.ts'
import type { SpanState } from '../use-span.ts'
import { PICKER_STYLE } from './picker-style.ts'

const LABELS: Readonly<Record<Comparison, string>> = {
  previous_period: 'previous period',
  previous_period_weekdays: 'previous period, same weekdays',
  previous_year: 'previous year',
  previous_year_weekdays: 'previous year, same weekdays',
  none: 'no comparison',
}

export function CompareMenu({ state }: { readonly state: SpanState }): ReactNode {
  const { compare: chosen = 'previous_period' } = state.search
  return (
    <ChoiceMenu
      align="end"
      button={
        <span>
          <span className="sr-only">Comparison: </span>
          {chosen !== 'none' && 'vs '}
          {LABELS[chosen]}
        </span>
      }
      choices={COMPARISONS.map((name) => ({
        name,
        label: LABELS[name].charAt(0).toUpperCase() + LABELS[name].slice(1),
      }))}
      chosen={chosen}
      className={PICKER_STYLE}
      onChoose={(name) => state.change({ compare: name === 'previous_period' ? undefined : name })}
    />
  )
}

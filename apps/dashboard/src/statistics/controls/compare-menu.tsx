import type { ReactNode } from 'react'
import { ChoiceMenu } from '../../ui/menu.tsx'
import { COMPARISONS } from '../search.ts'
import type { SpanState } from '../use-span.ts'
import { PICKER_STYLE } from './picker-style.ts'

const LABELS = {
  previous_period: 'previous period',
  previous_year: 'previous year',
  none: 'no comparison',
} as const

export function CompareMenu({ state }: { readonly state: SpanState }): ReactNode {
  const chosen = state.compare.compare ?? 'none'
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

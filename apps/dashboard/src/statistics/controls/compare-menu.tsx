import type { ReactNode } from 'react'
import { MENU_ITEM, Menu } from '../../ui/menu.tsx'
import { COMPARISONS } from '../search.ts'
import type { SpanState } from '../use-span.ts'
import { PICKER } from './menu-look.ts'

const WORDS = {
  previous_period: 'the days before',
  previous_year: 'the year before',
  none: 'nothing',
} as const

export function CompareMenu({ state }: { readonly state: SpanState }): ReactNode {
  const chosen = state.compare ?? 'none'
  return (
    <Menu
      align="end"
      button={
        <span>
          <span className="sr-only sm:not-sr-only">Compared with </span>
          <span aria-hidden="true" className="sm:hidden">
            vs.{' '}
          </span>
          {WORDS[chosen]}
        </span>
      }
      className={PICKER}
    >
      {(close) =>
        COMPARISONS.map((name) => (
          <button
            aria-current={name === chosen || undefined}
            className={MENU_ITEM}
            key={name}
            onClick={() => {
              state.change({ compare: name === 'previous_period' ? undefined : name })
              close()
            }}
            type="button"
          >
            Compare with {WORDS[name]}
          </button>
        ))
      }
    </Menu>
  )
}

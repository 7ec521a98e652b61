import type { ReactNode } from 'react'
import type { ReportMeta } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { describeHint, distinctHints } from '../hints.ts'
import type { ReportState } from '../use-report-state.ts'

interface HintsProps {
  readonly hints: ReportMeta['hints']
  readonly state: ReportState
}

/** Filters that may not do what was intended, with filters that would. */
export function Hints({ hints = [], state }: HintsProps): ReactNode {
  const texts = distinctHints(hints).flatMap((hint) => describeHint(hint, state.filters) ?? [])
  if (texts.length === 0) return null
  return (
    <ul
      aria-label={t('hints.title')}
      className="grid grid-cols-1 gap-2 rounded-card border border-warning-line bg-warning-ground px-4 py-3 text-sm"
    >
      {texts.map(({ text, suggestions }) => (
        <li className="flex flex-wrap items-center gap-x-3 gap-y-1" key={text}>
          {text}
          {suggestions.map(({ label, filters }) => (
            <Button
              className="max-w-full"
              key={label}
              onClick={() => state.change({ filters })}
              size="small"
              title={label}
            >
              <span className="truncate">{label}</span>
            </Button>
          ))}
        </li>
      ))}
    </ul>
  )
}

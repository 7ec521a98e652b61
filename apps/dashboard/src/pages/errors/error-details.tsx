import type { ReactNode } from 'react'
import type { ScriptErrors } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { FilterButton } from '../../statistics/ask-further.tsx'
import { formatCount } from '../../statistics/format.ts'
import { keyLabel } from '../../statistics/key-label.ts'
import type { ReportState } from '../../statistics/use-report-state.ts'

type ScriptError = ScriptErrors['rows'][number]

/** An error with where it happened, which opens. */
export function ErrorDetails({
  error,
  state,
}: {
  readonly error: ScriptError
  readonly state: ReportState
}): ReactNode {
  return (
    <details className="min-w-64">
      <summary className="min-h-6 cursor-pointer break-words font-medium max-sm:min-h-8 max-sm:py-1.5">
        {error.message}
      </summary>
      <div className="mt-2 grid gap-3">
        {error.source !== '' && <p className="break-all text-muted">{error.source}</p>}
        <Keys dimension="page" keys={error.pages} label={t('errors.pages')} state={state} />
        <Keys dimension="browser" keys={error.browsers} label={t('errors.browsers')} state={state} />
        {error.stack !== '' && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
          <section aria-label={t('errors.stack')} className="overflow-x-auto rounded-control border" tabIndex={0}>
            <pre className="p-3 font-mono text-xs">{error.stack}</pre>
          </section>
        )}
      </div>
    </details>
  )
}

interface KeysProps {
  readonly label: string
  readonly keys: ScriptError['pages']
  readonly dimension: 'page' | 'browser'
  readonly state: ReportState
}

function Keys({ label, keys, dimension, state }: KeysProps): ReactNode {
  if (keys.length === 0) return null
  return (
    <div>
      <p className="font-medium text-muted text-xs">{label}</p>
      <ul>
        {keys.map(({ key, errors }) => (
          <li className="flex max-w-md justify-between gap-4" key={key}>
            <FilterButton
              condition={{ dimension, operator: 'is', values: [key] }}
              label={keyLabel(dimension, key)}
              state={state}
            >
              <span className="break-all">{keyLabel(dimension, key)}</span>
            </FilterButton>
            <span>{formatCount(errors)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

import type { ReactNode } from 'react'
import { Truncated } from './truncated.tsx'

interface Bar {
  readonly key: string
  readonly label: string
  /** Decorative, before the label. */
  readonly icon?: ReactNode
  readonly value: number
  /** The formatted value. */
  readonly formatted: ReactNode
  /** Makes the row a button. */
  readonly onChoose?: (() => void) | undefined
}

/** Ranked values with bars. */
export function Bars({ bars }: { readonly bars: readonly Bar[] }): ReactNode {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ol className="grid grid-cols-1 gap-0.5">
      {bars.map(({ key, label, icon, value, formatted, onChoose }) => (
        <li className="relative flex min-h-8 items-center gap-3 rounded px-2 text-sm" key={key}>
          <span
            aria-hidden="true"
            className="absolute inset-y-0.5 left-0 rounded bg-bar"
            style={{ width: `${(value / most) * 100}%` }}
          />
          <span className="relative flex min-w-0 flex-1 items-center gap-2">
            {icon}
            {onChoose === undefined ? (
              <span className="min-w-0 flex-1">
                <Truncated text={label} />
              </span>
            ) : (
              <button
                className="block min-h-8 min-w-0 flex-1 text-left hover:underline"
                onClick={onChoose}
                type="button"
              >
                <Truncated text={label} />
              </button>
            )}
          </span>
          <span className="relative font-medium tabular-nums">{formatted}</span>
        </li>
      ))}
    </ol>
  )
}

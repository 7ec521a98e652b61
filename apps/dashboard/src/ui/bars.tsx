import type { ReactNode } from 'react'
import { Truncated } from './truncated.tsx'

interface Bar {
  readonly key: string
  readonly label: string
  readonly value: number
  /** The formatted value. */
  readonly formatted: ReactNode
}

/** Ranked values with bars. */
export function Bars({ bars }: { readonly bars: readonly Bar[] }): ReactNode {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ol className="grid grid-cols-1 gap-0.5">
      {bars.map(({ key, label, value, formatted }) => (
        <li className="relative flex min-h-8 items-center gap-3 rounded px-2 text-sm" key={key}>
          <span
            aria-hidden="true"
            className="absolute inset-y-0.5 left-0 rounded bg-bar"
            style={{ width: `${(value / most) * 100}%` }}
          />
          <span className="relative min-w-0 flex-1">
            <Truncated text={label} />
          </span>
          <span className="relative font-medium tabular-nums">{formatted}</span>
        </li>
      ))}
    </ol>
  )
}

import type { ReactNode } from 'react'
import { Bars } from './bars.tsx'
import { Card } from './card.tsx'

interface BarCardProps {
  readonly title: string
  /** What the bars count. */
  readonly unit: string
  readonly rows: readonly {
    readonly key: string
    readonly label: string
    /** Decorative, before the label. */
    readonly icon?: ReactNode
    readonly value: number
    /** Makes the row a button. */
    readonly onChoose?: (() => void) | undefined
  }[]
  readonly format: (value: number) => string
  /** Shown instead of no rows. */
  readonly empty?: string
  readonly className?: string
  /** Under the bars. */
  readonly note?: ReactNode
  /** Beside the title. */
  readonly action?: ReactNode
}

/** A card with a ranked list of values. */
export function BarCard({ title, unit, rows, format, empty, className, action, note }: BarCardProps): ReactNode {
  return (
    <Card actions={action} title={title} {...(className !== undefined && { className })}>
      {rows.length === 0 ? (
        <p className="text-muted text-sm">{empty}</p>
      ) : (
        <div className="-mx-2">
          <p className="px-2 pb-1 text-right text-muted text-xs">{unit}</p>
          <Bars bars={rows.map((row) => ({ ...row, formatted: format(row.value) }))} />
        </div>
      )}
      {note !== undefined && <p className="mt-2 text-muted text-sm">{note}</p>}
    </Card>
  )
}

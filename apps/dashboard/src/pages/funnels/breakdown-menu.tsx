import type { ReactNode } from 'react'
import { type Dimension, dimensionLabel, NAMED_DIMENSIONS } from '../../statistics/dimensions.ts'
import type { SpanState } from '../../statistics/use-span.ts'
import { SelectField } from '../../ui/field.tsx'

interface BreakdownMenuProps {
  readonly by: Dimension | undefined
  readonly state: SpanState
}

/** By which dimension each funnel is shown, if by any. */
export function BreakdownMenu({ by, state }: BreakdownMenuProps): ReactNode {
  // A dimension of the address may be a property, which the list does not have.
  const dimensions: ReadonlySet<Dimension> = new Set([...NAMED_DIMENSIONS, ...(by === undefined ? [] : [by])])
  return (
    <SelectField
      label="Breakdown"
      labelHidden
      onChange={(chosen) => state.change({ by: chosen === 'none' ? undefined : chosen })}
      options={[
        { value: 'none' as const, label: 'No breakdown' },
        ...[...dimensions].map((value) => ({ value, label: `By ${dimensionLabel(value).toLowerCase()}` })),
      ]}
      small
      value={by ?? 'none'}
    />
  )
}

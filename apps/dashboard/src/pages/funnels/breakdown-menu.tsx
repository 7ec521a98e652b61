import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { type Dimension, dimensionName, ROW_DIMENSIONS } from '../../statistics/dimensions.ts'
import type { ReportState } from '../../statistics/use-report-state.ts'
import { SelectField } from '../../ui/field.tsx'

interface BreakdownMenuProps {
  readonly by: Dimension | undefined
  readonly state: ReportState
}

/** By which dimension each funnel is shown, if by any. */
export function BreakdownMenu({ by, state }: BreakdownMenuProps): ReactNode {
  // A dimension of the address may be a property, which the list does not have.
  const dimensions: ReadonlySet<Dimension> = new Set([...ROW_DIMENSIONS, ...(by === undefined ? [] : [by])])
  return (
    <SelectField
      label={t('funnels.breakdown')}
      labelHidden
      onChange={(chosen) => state.change({ by: chosen === 'none' ? undefined : chosen })}
      options={[
        { value: 'none' as const, label: t('funnels.no_breakdown') },
        ...[...dimensions].map((value) => ({ value, label: t('funnels.by', { dimension: dimensionName(value) }) })),
      ]}
      value={by ?? 'none'}
    />
  )
}

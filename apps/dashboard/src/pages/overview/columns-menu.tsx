import type { ReactNode } from 'react'
import type { Metric } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { metricLabel } from '../../statistics/metric-labels.ts'
import { CheckboxField } from '../../ui/choice-field.tsx'
import { Popover } from '../../ui/menu.tsx'

interface ColumnsMenuProps {
  readonly metrics: readonly Metric[]
  readonly hidden: ReadonlySet<Metric>
  readonly onToggle: (metric: Metric) => void
}

/** Which columns the tables of breakdowns have. */
export function ColumnsMenu({ metrics, hidden, onToggle }: ColumnsMenuProps): ReactNode {
  return (
    <Popover align="end" button={t('breakdowns.columns')} className="min-h-10 border border-field-line bg-surface">
      {() => (
        <fieldset className="grid gap-1 p-2">
          <legend className="sr-only">{t('breakdowns.columns')}</legend>
          {metrics.map((metric) => (
            <CheckboxField
              checked={!hidden.has(metric)}
              key={metric}
              label={metricLabel(metric)}
              onChange={() => onToggle(metric)}
            />
          ))}
        </fieldset>
      )}
    </Popover>
  )
}

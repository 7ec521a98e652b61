import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Metric } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { isDimension } from '../../statistics/dimensions.ts'
import { catalogQuery } from '../../statistics/queries.ts'
import type { ReportState } from '../../statistics/use-report-state.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { BreakdownRows } from './breakdown-rows.tsx'

interface PropertyRowsProps {
  /** The name of the property in the address. */
  readonly chosen: string | undefined
  readonly metric: Metric
  readonly state: ReportState
  readonly total: number | undefined
}

/** A metric by the values of one event property. */
export function PropertyRows({ chosen, metric, state, total }: PropertyRowsProps): ReactNode {
  const { data } = useQuery(catalogQuery(state.product))
  if (data === undefined) return <Loading lines={8} what={t('breakdowns.tab_property')} />
  const [first] = data.properties
  const property = chosen !== undefined && data.properties.includes(chosen) ? chosen : first
  if (property === undefined) {
    return <EmptyState title={t('breakdowns.no_properties')}>{t('breakdowns.no_properties_hint')}</EmptyState>
  }
  const dimension = `property:${property}`
  return (
    <>
      <SelectField
        className="px-5 pt-2 pb-1"
        label={t('breakdowns.property')}
        labelHidden
        onChange={(name) => state.change({ property: name })}
        options={data.properties.map((name) => ({ value: name, label: name }))}
        small
        value={property}
      />
      {isDimension(dimension) && <BreakdownRows dimension={dimension} metric={metric} state={state} total={total} />}
    </>
  )
}

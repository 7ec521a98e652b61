import type { ReactNode } from 'react'
import type { Crawlers } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { OverviewLink } from '../../statistics/ask-further.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { formatCount } from '../../statistics/format.ts'
import { NO_VALUE } from '../../ui/no-value.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { HitsWithChange } from './crawler-table.tsx'

type Operator = NonNullable<Crawlers['operators']>[number]

/** What operators read, and the visits that their assistants send back. */
export function OperatorTable({
  operators,
  product,
}: {
  readonly operators: readonly Operator[]
  readonly product: string
}): ReactNode {
  return (
    <Table
      caption={t('crawlers.operators_caption')}
      columns={operatorColumns(product)}
      rowKey={({ operator }) => operator}
      rows={operators}
    />
  )
}

/** An operator whose assistant sends visits leads to them. */
export const operatorColumns = (product: string): readonly Column<Operator>[] => [
  {
    id: 'operator',
    header: t('crawlers.operator'),
    value: ({ operator }) => operator,
    cell: ({ operator, visits_from: from }) =>
      from === null || from.visits === 0 ? (
        operator
      ) : (
        <OverviewLink
          condition={{ dimension: 'source', operator: 'is', values: from.sources }}
          label={from.sources.join(', ')}
          product={product}
        >
          {operator}
        </OverviewLink>
      ),
  },
  {
    id: 'hits',
    header: t('crawlers.hits'),
    numeric: true,
    value: ({ hits }) => hits,
    cell: (row) => <HitsWithChange {...row} />,
  },
  {
    id: 'visits',
    header: t('crawlers.visits_from'),
    numeric: true,
    value: (row) => row.visits_from?.visits ?? null,
    cell: ({ visits_from: from }) => (from === null ? NO_VALUE : <VisitsFrom from={from} />),
  },
]

function VisitsFrom({ from }: { readonly from: NonNullable<Operator['visits_from']> }): ReactNode {
  const stateText = describeState(from)
  const sources = t('crawlers.visits_from_hint', { sources: from.sources.join(', ') })
  return (
    <span title={stateText?.why ?? sources}>
      {from.visits === null ? (stateText?.short ?? NO_VALUE) : formatCount(from.visits)}
    </span>
  )
}

import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { useProduct } from '../../product/use-product.ts'
import { OverviewLink } from '../../statistics/ask-further.tsx'
import type { Dimension } from '../../statistics/dimensions.ts'
import type { Condition } from '../../statistics/filters.ts'
import { formatCount } from '../../statistics/format.ts'
import { rowLabel } from '../../statistics/key-label.ts'
import { Truncated } from '../../ui/truncated.tsx'
import type { CountedFunnel } from './counted-funnel.ts'

type DroppedOffResult = NonNullable<CountedFunnel['results']['steps'][number]['dropped_off']>

/** The next page of a visit that ended. */
const EXIT = '(exit)'

/** Who reached a step and not the next: by source, and by the page that they viewed instead. */
export function DroppedOff({ result }: { readonly result: DroppedOffResult }): ReactNode {
  if (result.visitors === null || result.visitors === 0) return null
  return (
    <details className="text-sm">
      <summary className="w-fit min-h-8 py-1.5 rounded text-accent hover:underline">
        {t('funnels.dropped_off', { count: result.visitors })}
      </summary>
      <div className="my-2 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Ranked by="source" keys={result.sources} title={t('funnels.dropped_sources')} />
        <Ranked by="next_page" keys={result.next_pages} title={t('funnels.dropped_pages')} />
      </div>
    </details>
  )
}

interface RankedProps {
  readonly title: string
  readonly by: Dimension
  readonly keys: DroppedOffResult['sources']
}

function Ranked({ title, by, keys: { rows, other } }: RankedProps): ReactNode {
  return (
    <section className="min-w-0">
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1">
        {rows.map((row) => (
          <Row
            condition={
              row.key === EXIT
                ? undefined
                : { dimension: by === 'next_page' ? 'page' : by, operator: 'is', values: [row.key] }
            }
            key={row.key}
            label={row.key === EXIT ? t('funnels.left_site') : rowLabel(by, row)}
            visitors={row.visitors}
          />
        ))}
        {other !== 0 && rows.length > 0 && (
          <Row condition={undefined} label={t('funnels.dropped_other')} visitors={other} />
        )}
      </ul>
      {rows.length === 0 && <p className="text-muted">{t('funnels.withheld')}</p>}
    </section>
  )
}

interface RowProps {
  readonly label: string
  readonly visitors: number | null
  /** What the row stands for; undefined where it stands for nothing that can be asked about. */
  readonly condition: Condition | undefined
}

function Row({ label, visitors, condition }: RowProps): ReactNode {
  const { id } = useProduct()
  return (
    <li className="flex min-h-7 items-center justify-between gap-4">
      <span className="min-w-0">
        {condition === undefined ? (
          <Truncated text={label} />
        ) : (
          <OverviewLink condition={condition} label={label} product={id}>
            <Truncated text={label} />
          </OverviewLink>
        )}
      </span>
      <span className={visitors === null ? 'text-muted' : 'font-medium tabular-nums'}>
        {visitors === null ? t('funnels.withheld') : formatCount(visitors)}
      </span>
    </li>
  )
}

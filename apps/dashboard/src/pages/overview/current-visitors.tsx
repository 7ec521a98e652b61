import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { T } from '../../messages/t.tsx'
import { formatCount } from '../../statistics/format.ts'
import { realtimeQuery } from '../../statistics/queries.ts'
import { keepReportSearch } from '../../statistics/search.ts'
import { classes } from '../../ui/classes.ts'

const REALTIME_POLL_MS = 15_000

interface CurrentVisitorsProps {
  readonly product: string
  /** The number from the overview; undefined while it loads. */
  readonly loaded: number | null | undefined
}

/** Current visitors. The first number comes with the overview; later ones are polled. */
export function CurrentVisitors({ product, loaded }: CurrentVisitorsProps): ReactNode {
  const [polling, setPolling] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPolling(true), REALTIME_POLL_MS)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({
    ...realtimeQuery(product),
    enabled: polling && loaded != null,
    refetchInterval: REALTIME_POLL_MS,
  })
  const visitors = data === undefined ? loaded : data.active_visitors
  if (visitors === undefined || visitors === null) return null
  return (
    <Link
      className="flex min-h-8 items-center gap-2 rounded text-muted hover:text-text"
      params={{ product }}
      search={keepReportSearch}
      to="/products/$product/realtime"
    >
      <span
        aria-hidden="true"
        className={classes('size-2 rounded-full', visitors > 0 ? 'bg-good' : 'bg-field-line')}
        data-live={visitors}
      />
      <span>
        <T
          id="overview.here_now"
          values={{
            visitors: (
              <strong className="font-semibold text-text tabular-nums" key="visitors">
                {formatCount(visitors)}
              </strong>
            ),
          }}
        />
      </span>
    </Link>
  )
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { t } from '../messages/messages.ts'
import { type FirstEventDetails, firstOf } from '../product/first-event.ts'
import { arrivalsQuery, installationQuery } from '../product/installation-queries.ts'
import { keyLabel } from '../statistics/key-label.ts'
import { Button, buttonClasses } from '../ui/button.tsx'
import { Facts } from '../ui/facts.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'

const POLL_INTERVAL_MS = 2_000
const NEW_WITHIN_MS = 20 * 60_000

interface FirstEventProps {
  readonly product: string
  /** Shows the statistics where they are on the same page. */
  readonly onView?: (() => void) | undefined
}

/** Waits for the first event while the page is open, then describes it. */
export function FirstEvent({ product, onView }: FirstEventProps): ReactNode {
  const { data, error, refetch } = useSuspenseQuery({
    ...installationQuery(product),
    refetchInterval: ({ state }) => (firstOf(state.data) === undefined ? POLL_INTERVAL_MS : false),
  })
  const first = firstOf(data)
  return (
    <div className="grid gap-4">
      <div role="status">
        {first === undefined ? (
          <p className="flex items-center gap-3 rounded-control border bg-raised px-4 py-3">
            <span aria-hidden="true" className="relative flex size-3 shrink-0">
              <span className="absolute inline-flex size-full rounded-full bg-accent opacity-60 motion-safe:animate-ping" />
              <span className="relative inline-flex size-3 rounded-full bg-accent" />
            </span>
            {t('install.waiting')}
          </p>
        ) : (
          <p className="rounded-control border border-good bg-good-ground px-4 py-3 font-semibold text-good">
            {isNew(first) ? t('install.arrived') : t('install.arriving')}
          </p>
        )}
      </div>
      {first === undefined && error instanceof ApiProblem && (
        <ProblemNotice onRetry={() => void refetch()} problem={error} />
      )}
      {first !== undefined && <ArrivedEvent first={first} onView={onView} product={product} />}
    </div>
  )
}

interface ArrivedEventProps extends FirstEventProps {
  readonly first: FirstEventDetails
}

function ArrivedEvent({ first, product, onView }: ArrivedEventProps): ReactNode {
  const { data: now } = useQuery({ ...arrivalsQuery(product), enabled: isNew(first) })
  const [page] = now?.pages ?? []
  const [source] = now?.sources ?? []
  const [country] = now?.countries ?? []
  return (
    <>
      <Facts
        facts={[
          { label: t('install.from'), value: first.hostname === '' ? t('install.from_app') : first.hostname },
          ...(page === undefined ? [] : [{ label: t('install.page'), value: page.key }]),
          ...(source === undefined ? [] : [{ label: t('install.source'), value: keyLabel('source', source.key) }]),
          ...(country === undefined ? [] : [{ label: t('install.country'), value: keyLabel('country', country.key) }]),
          { label: isNew(first) ? t('install.when') : t('install.since'), value: <RelativeTime at={first.at} /> },
          {
            label: t('install.sent_by'),
            value: first.version === null ? t('install.by_api') : t('install.by_script', { version: first.version }),
          },
        ]}
      />
      <p className="flex flex-wrap gap-2">
        {onView === undefined ? (
          <Link className={buttonClasses('primary')} params={{ product }} to="/products/$product">
            {t('install.view_statistics')}
          </Link>
        ) : (
          <Button kind="primary" onClick={onView}>
            {t('install.view_statistics')}
          </Button>
        )}
        <Link className={buttonClasses()} params={{ product }} to="/products/$product/team">
          {t('install.invite')}
        </Link>
        <Link className={buttonClasses()} to="/account/tokens">
          {t('install.connect_agent')}
        </Link>
      </p>
    </>
  )
}

/** Whether it arrived recently enough for the realtime report to have its details. */
function isNew({ at }: FirstEventDetails): boolean {
  return Date.now() - Date.parse(at) < NEW_WITHIN_MS
}

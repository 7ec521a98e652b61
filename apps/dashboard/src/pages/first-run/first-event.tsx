import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import type { Installation } from '../../api/types.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { arrivalsQuery, installationQuery } from '../../product/installation-queries.ts'
import { keyWord } from '../../statistics/key-label.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { When } from '../../ui/when.tsx'

const EVERY_MS = 2_000
const NEW_MS = 20 * 60_000

/** Waits for the first event, as long as somebody looks, and tells what arrived. */
export function FirstEvent({ product }: { readonly product: string }): ReactNode {
  const { data, error, refetch } = useSuspenseQuery({
    ...installationQuery(product),
    refetchInterval: ({ state }) => (firstOf(state.data) === undefined ? EVERY_MS : false),
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
            Waiting for the first event …
          </p>
        ) : (
          <p className="rounded-control border border-good bg-good-ground px-4 py-3 font-semibold text-good">
            {isNew(first) ? 'Your first event arrived' : 'Events arrive'}
          </p>
        )}
      </div>
      {first === undefined && error instanceof ApiProblem && (
        <ProblemNotice onRetry={() => void refetch()} problem={error} />
      )}
      {first !== undefined && <Arrived first={first} product={product} />}
    </div>
  )
}

interface First {
  readonly hostname: string
  readonly at: string
  readonly version: string | null
}

function Arrived({ first, product }: { readonly first: First; readonly product: string }): ReactNode {
  const { data: now } = useQuery({ ...arrivalsQuery(product), enabled: isNew(first) })
  const [page] = now?.pages ?? []
  const [source] = now?.sources ?? []
  const [country] = now?.countries ?? []
  return (
    <>
      <Facts
        facts={[
          { label: 'From', value: first.hostname === '' ? 'an app' : first.hostname },
          ...(page === undefined ? [] : [{ label: 'Page', value: page.key }]),
          ...(source === undefined ? [] : [{ label: 'Source', value: keyWord('source', source.key) }]),
          ...(country === undefined ? [] : [{ label: 'Country', value: keyWord('country', country.key) }]),
          { label: isNew(first) ? 'When' : 'Since', value: <When at={first.at} /> },
          {
            label: 'Sent by',
            value: first.version === null ? 'a call of your own' : `the script, version ${first.version}`,
          },
        ]}
      />
      <p className="flex flex-wrap gap-2">
        <Link className={buttonClasses('primary')} params={{ product }} to="/products/$product">
          See the statistics
        </Link>
        <Link className={buttonClasses()} params={{ product }} to="/products/$product/team">
          Invite your team
        </Link>
        <Link className={buttonClasses()} to="/account/tokens">
          Connect an agent
        </Link>
      </p>
    </>
  )
}

/** Whether it arrived while somebody waited for it, or a moment before; realtime tells of the last half hour. */
function isNew({ at }: First): boolean {
  return Date.now() - Date.parse(at) < NEW_MS
}

/** The earliest event of any hostname. */
function firstOf(installation: Installation | undefined): First | undefined {
  const [first] = (installation?.domains ?? [])
    .flatMap(({ hostname, first_event_at: at, script_version: version }) =>
      at === null ? [] : [{ hostname, at, version }],
    )
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
  return first
}

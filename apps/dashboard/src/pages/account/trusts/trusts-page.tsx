import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../../messages/messages.ts'
import { NotFoundPage } from '../../../shell/not-found-page.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { BACK_LINK } from '../back-link-style.ts'
import { tokensQuery } from '../queries.ts'
import { TrustsCard } from './trusts-card.tsx'

const route = getRouteApi('/account/tokens/$token/trusts')

export function TrustsPage(): ReactNode {
  const { token: id } = route.useParams()
  const { data: tokens } = useSuspenseQuery(tokensQuery)
  const token = tokens.find((candidate) => candidate.id === id)
  if (token === undefined) return <NotFoundPage />
  return (
    <div className="grid gap-5">
      <Link className={BACK_LINK} params={{ token: id }} to="/account/tokens/$token">
        <Icon name="chevronLeft" />
        {token.name}
      </Link>
      <TrustsCard
        heading={(add) => <PageHeader actions={add} description={t('trusts.description')} title={t('trusts.title')} />}
        token={id}
      />
    </div>
  )
}

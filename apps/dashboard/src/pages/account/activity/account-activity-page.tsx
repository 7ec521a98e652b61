import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ActivityList } from '../../../activity/activity-list.tsx'
import type { AccountToken, Activity } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { Card } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { accountActivityQuery, tokensQuery } from '../queries.ts'

/** What the account and its credentials changed outside of products, and its sign-ins. */
export function AccountActivityPage(): ReactNode {
  const entries = useInfiniteQuery(accountActivityQuery)
  const { data: tokens = [] } = useQuery(tokensQuery)
  return (
    <div className="grid gap-5">
      <PageHeader description={t('activity.account_description')} title={t('activity.title')} />
      <Card flush title={t('activity.account_card')}>
        <ActivityList byWhom={(entry) => byWhom(entry, tokens)} entries={entries} />
      </Card>
    </div>
  )
}

/** Nobody for an attempt to sign in, which anybody can make. */
function byWhom({ actor }: Activity, tokens: readonly AccountToken[]): string {
  if (actor.kind === 'operator') return t('activity.operator')
  const token = tokens.find(({ id }) => id === actor.credential)
  if (token !== undefined) return t('tokens.by_other', { name: token.name })
  return actor.credential === null ? '' : (actor.name ?? '')
}

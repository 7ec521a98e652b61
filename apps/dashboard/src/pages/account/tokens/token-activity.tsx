import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ActivityList } from '../../../activity/activity-list.tsx'
import type { AccountToken, Activity, Product } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { Card } from '../../../ui/card.tsx'
import { tokenActivityQuery } from '../queries.ts'

interface TokenActivityProps {
  readonly token: AccountToken
  readonly tokens: readonly AccountToken[]
  readonly products: readonly Product[]
}

/** Audit entries by and about a token. Reads are not logged. */
export function TokenActivity({ token, tokens, products }: TokenActivityProps): ReactNode {
  const entries = useInfiniteQuery(tokenActivityQuery(token.id))
  return (
    <Card description={t('tokens.activity_hint')} flush title={t('activity.title')}>
      <ActivityList
        byWhom={(entry) => byWhom(entry, token, tokens)}
        entries={entries}
        where={(entry) => where(entry, products)}
      />
    </Card>
  )
}

function byWhom({ actor }: Activity, token: AccountToken, tokens: readonly AccountToken[]): string {
  if (actor.credential === token.id) return t('tokens.by_this')
  const other = tokens.find(({ id }) => id === actor.credential)
  if (other !== undefined) return t('tokens.by_other', { name: other.name })
  return actor.name ?? t('activity.operator')
}

function where({ product }: Activity, products: readonly Product[]): string | undefined {
  return product === null ? undefined : (products.find(({ id }) => id === product)?.name ?? product)
}

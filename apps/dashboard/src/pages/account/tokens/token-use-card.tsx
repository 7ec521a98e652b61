import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AccountToken, Product } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { T } from '../../../messages/t.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { RelativeTime, When } from '../../../ui/relative-time.tsx'
import { tokenUseQuery } from '../queries.ts'
import { scopeLabel } from '../scope-labels.ts'
import { TokenStatus } from './token-status.tsx'

interface TokenUseCardProps {
  readonly token: AccountToken
  readonly products: readonly Product[]
  readonly onShrink: () => void
}

/** Which permissions a token uses and which it could lose, the keys that it issued, and the notices of its end. */
export function TokenUseCard({ token, products, onShrink }: TokenUseCardProps): ReactNode {
  const { data: use } = useSuspenseQuery(tokenUseQuery(token.id))
  const unused = use.scopes.filter((scope) => scope.unused).length
  return (
    <Card
      description={<T id="tokens.use_hint" values={{ when: <RelativeTime at={use.watched_since} /> }} />}
      title={t('tokens.use_title')}
    >
      <div className="grid gap-4" id="use">
        <ul className="divide-y">
          {use.scopes.map(({ scope, last_used_at, unused: isUnused }) => (
            <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2 text-sm" key={scope}>
              <span className="flex flex-wrap items-center gap-x-2">
                {scopeLabel(scope)}
                {isUnused && <Badge tone="warning">{t('tokens.unused')}</Badge>}
              </span>
              <span className="text-muted">
                <When at={last_used_at} id="tokens.used_at" never="tokens.never_used" />
              </span>
            </li>
          ))}
        </ul>
        {unused > 0 && unused < use.scopes.length && (
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
            <Button onClick={onShrink}>{t('tokens.shrink')}</Button>
            {t('tokens.could_lose', { count: unused })}
          </p>
        )}
        {use.keys.length > 0 && (
          <section className="grid gap-1 text-sm">
            <h3 className="font-semibold">{t('tokens.issued_keys')}</h3>
            <ul className="grid gap-1">
              {use.keys.map(({ id, name, prefix, status, product }) => (
                <li className="flex flex-wrap items-center gap-x-2" key={id}>
                  {name} <code className="text-muted">{prefix}…</code>
                  <span className="text-muted">{products.find((known) => known.id === product)?.name}</span>
                  {status !== 'active' && <TokenStatus status={status} />}
                </li>
              ))}
            </ul>
          </section>
        )}
        {use.notices.length > 0 && (
          <section className="grid gap-1 text-sm">
            <h3 className="font-semibold">{t('tokens.notices')}</h3>
            <ul className="grid gap-1">
              {use.notices.map(({ days, ends_at, sent_at }) => (
                <li key={`${ends_at}-${days}`}>
                  <T id="tokens.notice_sent" values={{ days, when: <RelativeTime at={sent_at} /> }} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Card>
  )
}

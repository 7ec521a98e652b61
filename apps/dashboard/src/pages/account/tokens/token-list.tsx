import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AccountToken, Product } from '../../../api/types.ts'
import { describeNetworks } from '../../../forms/describe-networks.ts'
import { t } from '../../../messages/messages.ts'
import { Badge } from '../../../ui/badge.tsx'
import { classes } from '../../../ui/classes.ts'
import { When } from '../../../ui/relative-time.tsx'
import { describeLimits } from '../limit-labels.ts'
import { tokenReviewQuery } from '../queries.ts'
import { summarizeScopes } from '../scope-labels.ts'
import { LastUse } from './last-use.tsx'
import { formatProducts } from './token-products.ts'
import { reasonOf, TokenStatus } from './token-status.tsx'
import type { TokenNode } from './token-tree.ts'

interface TokenListProps {
  readonly nodes: readonly TokenNode[]
  /** Every token of the account, for the names of parents. */
  readonly tokens: readonly AccountToken[]
  readonly products: readonly Product[]
  readonly nested?: boolean
}

/** Tokens as a tree: child tokens are below their parent. */
export function TokenList({ nodes, tokens, products, nested = false }: TokenListProps): ReactNode {
  return (
    <ul className={classes(nested ? 'ml-2 border-l-2 pl-3 sm:ml-3 sm:pl-5' : 'divide-y border-t')}>
      {nodes.map(({ token, children }) => (
        <li className={nested ? 'pt-4' : 'px-5 py-4'} key={token.id}>
          <TokenRow products={products} token={token} tokens={tokens} />
          {children.length > 0 && <TokenList nested nodes={children} products={products} tokens={tokens} />}
        </li>
      ))}
    </ul>
  )
}

function TokenRow({
  token,
  tokens,
  products,
}: {
  readonly token: AccountToken
  readonly tokens: readonly AccountToken[]
  readonly products: readonly Product[]
}): ReactNode {
  const reason = reasonOf(token, tokens)
  const { data: reviews } = useSuspenseQuery(tokenReviewQuery)
  const review = reviews.find(({ token_id }) => token_id === token.id)
  const unused = review?.unused_scopes.length ?? 0
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link className="link font-semibold" params={{ token: token.id }} to="/account/tokens/$token">
          {token.name}
        </Link>
        <TokenStatus status={token.status} />
        {token.status === 'active' && (
          <Link className="link text-sm" params={{ token: token.id }} to="/account/tokens/$token/trusts">
            {t('trusts.title')}
          </Link>
        )}
        {review?.beyond_policy && <Badge tone="warning">{t('tokens.beyond_policy')}</Badge>}
        <code className="text-muted text-sm">{token.prefix}…</code>
        {token.depth > 0 && <span className="text-muted text-sm">{t('tokens.level', { depth: token.depth })}</span>}
      </div>
      {reason !== undefined && <p className="text-sm">{reason}</p>}
      <p className="text-muted text-sm">
        {summarizeScopes(token.scopes)} {formatProducts(token, products)}.
        {describeLimits(token).map((limit) => ` ${limit}.`)}
        {token.allowed_networks.length > 0 && ` ${describeNetworks(token)}.`}
      </p>
      {unused > 0 && (
        <p className="text-sm">
          <Link className="link" hash="use" params={{ token: token.id }} to="/account/tokens/$token">
            {t('tokens.could_lose', { count: unused })}
          </Link>
        </p>
      )}
      <p className="text-muted text-sm">
        <When at={token.last_used_at} id="tokens.used_at" never="tokens.never_used" />
        <LastUse token={token} />
        {token.status === 'active' && (
          <>
            {' · '}
            <When at={token.expires_at} id="tokens.expires_at" never="tokens.never_expires" />
          </>
        )}
      </p>
    </div>
  )
}

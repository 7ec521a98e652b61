import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { productsQuery } from '../../../api/queries.ts'
import { t } from '../../../messages/messages.ts'
import { T } from '../../../messages/t.tsx'
import { buttonClasses } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { mcpAddress } from '../mcp-address.ts'
import { tokensQuery } from '../queries.ts'
import { TokenList } from './token-list.tsx'
import { TokenPolicyCard } from './token-policy-card.tsx'
import { isActive, tokenTree } from './token-tree.ts'

export function TokensPage(): ReactNode {
  const { data: tokens } = useSuspenseQuery(tokensQuery)
  const { data: products } = useSuspenseQuery(productsQuery)
  const tree = tokenTree(tokens)
  const alive = tree.filter(isActive)
  const ended = tree.filter((node) => !isActive(node))
  return (
    <div className="grid gap-5">
      <PageHeader
        actions={
          <Link className={buttonClasses('primary')} to="/account/tokens/new">
            <Icon name="plus" />
            {t('tokens.new')}
          </Link>
        }
        description={t('tokens.description')}
        title={t('tokens.title')}
      />
      <Card flush title={t('tokens.list')}>
        {alive.length === 0 ? (
          <EmptyState title={ended.length === 0 ? t('tokens.none') : t('tokens.none_active')}>
            {t('tokens.none_hint')}
          </EmptyState>
        ) : (
          <TokenList nodes={alive} products={products} tokens={tokens} />
        )}
      </Card>
      {ended.length > 0 && (
        <details className="rounded-card border bg-surface">
          <summary className="min-h-11 px-5 py-2.5 font-semibold">{t('tokens.past', { count: ended.length })}</summary>
          <TokenList nodes={ended} products={products} tokens={tokens} />
        </details>
      )}
      <TokenPolicyCard />
      <Card description={t('tokens.mcp_hint')} title={t('tokens.mcp_address')}>
        <div className="grid gap-3">
          <CodeBlock code={mcpAddress()} label={t('tokens.mcp_address')} wrap />
          <p className="text-sm">
            <T
              id="tokens.rest_hint"
              values={{
                link: (text) => (
                  <a className="link" href="/docs/api">
                    {text}
                  </a>
                ),
              }}
            />
          </p>
        </div>
      </Card>
    </div>
  )
}

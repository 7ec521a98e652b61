import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { productsQuery } from '../../../api/queries.ts'
import { buttonClasses } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { mcpAddress } from '../mcp-address.ts'
import { tokensQuery } from '../queries.ts'
import { TokenList } from './token-list.tsx'
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
            New token
          </Link>
        }
        description="A token lets a script or an agent act for you, with the permissions you grant."
        title="API / MCP"
      />
      <Card flush title="Tokens">
        {alive.length === 0 ? (
          <EmptyState title={ended.length === 0 ? 'No tokens yet' : 'No active tokens'}>
            Create one for each script or agent, so that you can revoke each separately.
          </EmptyState>
        ) : (
          <TokenList nodes={alive} products={products} tokens={tokens} />
        )}
      </Card>
      {ended.length > 0 && (
        <details className="rounded-card border bg-surface">
          <summary className="min-h-11 px-5 py-2.5 font-semibold">Ended tokens ({ended.length})</summary>
          <TokenList nodes={ended} products={products} tokens={tokens} />
        </details>
      )}
      <Card
        description="MCP clients connect here, with a token or with your approval in the browser."
        title="MCP address"
      >
        <div className="grid gap-3">
          <CodeBlock code={mcpAddress()} label="MCP address" wrap />
          <p className="text-sm">
            The REST API is described in the{' '}
            <a className="link" href="/docs">
              API reference
            </a>
            .
          </p>
        </div>
      </Card>
    </div>
  )
}

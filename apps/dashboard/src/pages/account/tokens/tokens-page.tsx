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
import { isAlive, tokenTree } from './token-tree.ts'

export function TokensPage(): ReactNode {
  const { data: tokens } = useSuspenseQuery(tokensQuery)
  const { data: products } = useSuspenseQuery(productsQuery)
  const tree = tokenTree(tokens)
  const alive = tree.filter(isAlive)
  const ended = tree.filter((node) => !isAlive(node))
  return (
    <div className="grid gap-5">
      <PageHeader
        actions={
          <Link className={buttonClasses('primary')} to="/account/tokens/new">
            <Icon name="plus" />
            New token
          </Link>
        }
        description="A token lets a script or an agent act for you, within what you allow it."
        title="API / MCP"
      />
      <Card flush title="Tokens">
        {alive.length === 0 ? (
          <EmptyState title={ended.length === 0 ? 'You have no token yet' : 'No token works at present'}>
            Make one for each script or agent, so that you can end one without the others.
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
        description="Agents that speak MCP connect here: with a token, or by asking you in the browser."
        title="Address for agents"
      >
        <div className="grid gap-3">
          <CodeBlock code={mcpAddress()} label="MCP address" wrap />
          <p className="text-sm">
            Every route of the REST API is described in the{' '}
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

import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { installationQuery } from '../../../product/installation-queries.ts'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'

export function SnippetCard({ product }: { readonly product: string }): ReactNode {
  const { data } = useSuspenseQuery(installationQuery(product))
  return (
    <Card
      description={
        <>
          The same line on every page, before <code>&lt;/head&gt;</code>. It sets no cookie and stores nothing in
          people’s browsers.
        </>
      }
      title="The line for your pages"
    >
      <div className="grid gap-3">
        <CodeBlock code={data.snippet} label="HTML" wrap />
        <p className="text-sm">
          <Link className="link" params={{ product }} to="/products/$product/install">
            Step by step, with what may stand in the way
          </Link>
        </p>
      </div>
    </Card>
  )
}

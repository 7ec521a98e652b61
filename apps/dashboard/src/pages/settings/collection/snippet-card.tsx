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
          Add it to every page before <code>&lt;/head&gt;</code>. It sets no cookies and stores nothing in the browser.
        </>
      }
      title="Script"
    >
      <div className="grid gap-3">
        <CodeBlock code={data.snippet} label="HTML" wrap />
        <p className="text-sm">
          <Link className="link" params={{ product }} to="/products/$product/install">
            Installation steps and troubleshooting
          </Link>
        </p>
      </div>
    </Card>
  )
}

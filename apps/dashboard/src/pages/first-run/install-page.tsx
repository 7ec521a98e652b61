import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { installationQuery } from '../../product/installation-queries.ts'
import { useProduct } from '../../product/use-product.ts'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FirstEvent } from './first-event.tsx'
import { testEvent } from './test-event.ts'

/** How events begin to arrive, and whether they do. */
export function InstallPage(): ReactNode {
  const product = useProduct()
  const { data: installation } = useSuspenseQuery(installationQuery(product.id))
  const hostname = installation.domains.find(({ registered }) => registered)?.hostname
  return (
    <div className="mx-auto grid max-w-3xl gap-5">
      <PageHeader
        description="One line on your pages. It sets no cookie and stores nothing in people’s browsers."
        title={`Install Footfall on ${product.name}`}
      />
      <Card
        description={
          <>
            Put it before <code>&lt;/head&gt;</code> on every page, or where your site builder takes custom code.
          </>
        }
        title="1. Add this line"
      >
        <CodeBlock code={installation.snippet} label="HTML" wrap />
      </Card>
      <Card
        description={`Open ${hostname ?? 'a page of yours'} in a browser. This page notices by itself.`}
        title="2. See the first event arrive"
      >
        <FirstEvent product={product.id} />
      </Card>
      <details className="rounded-card border bg-surface">
        <summary className="min-h-11 px-5 py-2.5 font-semibold">Nothing arrives? Or no page yet?</summary>
        <div className="grid gap-4 border-t p-5">
          <ul className="grid list-disc gap-1.5 pl-5 text-sm">
            <li>
              On <code>localhost</code> nothing is counted, unless the line has the attribute <code>data-local</code>.
            </li>
            <li>Content blockers in your own browser may keep the script away. Try a private window.</li>
            <li>
              A page with a content security policy must allow this service in <code>script-src</code> and{' '}
              <code>connect-src</code>.
            </li>
          </ul>
          <div className="grid gap-2">
            <p className="text-sm">To see that counting works, send an event from a terminal:</p>
            <CodeBlock code={testEvent(product.id, hostname ?? 'example.com')} label="Terminal" wrap />
            <p className="text-muted text-sm">
              It answers <code>{'{"accepted":true}'}</code> and is counted as a visit. The <code>-A</code> stands for a
              browser: robots, which <code>curl</code> would be taken for, are left out.
            </p>
          </div>
        </div>
      </details>
      <p className="text-sm">
        <Link className="link" params={{ product: product.id }} to="/products/$product">
          Go to the overview
        </Link>{' '}
        <span className="text-muted">As long as nothing was counted, it leads back here.</span>
      </p>
    </div>
  )
}

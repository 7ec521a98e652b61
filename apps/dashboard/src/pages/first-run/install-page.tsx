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

/** How to install the script, and whether events arrive. */
export function InstallPage(): ReactNode {
  const product = useProduct()
  const { data: installation } = useSuspenseQuery(installationQuery(product.id))
  const hostname = installation.domains.find(({ registered }) => registered)?.hostname
  return (
    <div className="mx-auto grid max-w-3xl gap-5">
      <PageHeader
        description="Add one line to your pages. It sets no cookies and stores nothing in the browser."
        title={`Install Footfall on ${product.name}`}
      />
      <Card
        description={
          <>
            Add it before <code>&lt;/head&gt;</code> on every page, or as custom code in your site builder.
          </>
        }
        title="1. Add this line"
      >
        <CodeBlock code={installation.snippet} label="HTML" wrap />
      </Card>
      <Card
        description={`Open ${hostname ?? 'your site'} in a browser. This page updates automatically.`}
        title="2. Check the first event"
      >
        <FirstEvent product={product.id} />
      </Card>
      <details className="rounded-card border bg-surface">
        <summary className="min-h-11 px-5 py-2.5 font-semibold">No event, or no page yet?</summary>
        <div className="grid gap-4 border-t p-5">
          <ul className="grid list-disc gap-1.5 pl-5 text-sm">
            <li>
              Pages on <code>localhost</code> are counted only if the script has the attribute <code>data-local</code>.
            </li>
            <li>A content blocker in your browser may block the script. Try a private window.</li>
            <li>
              A content security policy must allow this service in <code>script-src</code> and <code>connect-src</code>.
            </li>
          </ul>
          <div className="grid gap-2">
            <p className="text-sm">To test without a page, send an event from a terminal:</p>
            <CodeBlock code={testEvent(product.id, hostname ?? 'example.com')} label="Terminal" wrap />
            <p className="text-muted text-sm">
              The answer is <code>{'{"accepted":true}'}</code>, and the event is counted as a visit. The option{' '}
              <code>-A</code> sends the name of a browser, since <code>curl</code> would be excluded as a bot.
            </p>
          </div>
        </div>
      </details>
      <p className="text-sm">
        <Link className="link" params={{ product: product.id }} to="/products/$product">
          Go to the overview
        </Link>
        <span className="text-muted">. Until the first event, it links back to this page.</span>
      </p>
    </div>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../messages/messages.ts'
import { T } from '../messages/t.tsx'
import { installationQuery } from '../product/installation-queries.ts'
import { useProduct } from '../product/use-product.ts'
import { Card } from '../ui/card.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { FirstEvent } from './first-event.tsx'
import { testEvent } from './test-event.ts'

const asCode = (text: ReactNode) => <code>{text}</code>

interface InstallStepsProps {
  /** Shows the statistics where they are on the same page. */
  readonly onView?: () => void
}

/** How to install the script, and whether events arrive. */
export function InstallSteps({ onView }: InstallStepsProps): ReactNode {
  const product = useProduct()
  const { data: installation } = useSuspenseQuery(installationQuery(product.id))
  const hostname = installation.domains.find(({ registered }) => registered)?.hostname
  return (
    <div className="mx-auto grid max-w-3xl gap-5">
      <PageHeader description={t('install.description')} title={t('install.title', { product: product.name })} />
      <Card
        description={<T id="install.step_line_hint" values={{ tag: <code>{'</head>'}</code> }} />}
        title={t('install.step_line')}
      >
        <CodeBlock code={installation.snippet} label="HTML" wrap />
      </Card>
      <Card
        description={
          hostname === undefined ? t('install.step_event_hint') : t('install.step_event_hint_at', { hostname })
        }
        title={t('install.step_event')}
      >
        <FirstEvent onView={onView} product={product.id} />
      </Card>
      <details className="rounded-card border bg-surface">
        <summary className="min-h-11 px-5 py-2.5 font-semibold">{t('install.help')}</summary>
        <div className="grid gap-4 border-t p-5">
          <ul className="grid list-disc gap-1.5 pl-5 text-sm">
            <li>
              <T id="install.help_localhost" values={{ code: asCode }} />
            </li>
            <li>{t('install.help_blocker')}</li>
            <li>
              <T id="install.help_policy" values={{ code: asCode }} />
            </li>
          </ul>
          <div className="grid gap-2">
            <p className="text-sm">{t('install.help_terminal')}</p>
            <CodeBlock code={testEvent(product.id, hostname ?? 'example.com')} label={t('install.terminal')} wrap />
            <p className="text-muted text-sm">
              <T id="install.help_answer" values={{ code: asCode, response: <code>{'{"accepted":true}'}</code> }} />
            </p>
          </div>
        </div>
      </details>
    </div>
  )
}

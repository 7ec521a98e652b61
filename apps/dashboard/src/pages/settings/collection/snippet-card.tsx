import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../../messages/messages.ts'
import { T } from '../../../messages/t.tsx'
import { installationQuery } from '../../../product/installation-queries.ts'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'

export function SnippetCard({ product }: { readonly product: string }): ReactNode {
  const { data } = useSuspenseQuery(installationQuery(product))
  return (
    <Card
      description={<T id="settings.collection.script_hint" values={{ tag: <code>{'</head>'}</code> }} />}
      title={t('settings.collection.script')}
    >
      <div className="grid gap-3">
        <CodeBlock code={data.snippet} label="HTML" wrap />
        <p className="text-sm">
          <Link className="link" params={{ product }} to="/products/$product/install">
            {t('settings.collection.script_help')}
          </Link>
        </p>
      </div>
    </Card>
  )
}

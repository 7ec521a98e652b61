import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { t } from '../../../messages/messages.ts'
import { installationQuery } from '../../../product/installation-queries.ts'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'

/** The addresses that leave one's own browsers out, and count them again. */
export function OwnVisitsCard({ product }: { readonly product: string }): ReactNode {
  const { data } = useSuspenseQuery(installationQuery(product))
  const [chosen, setChosen] = useState<string>()
  const hostnames = data.domains.map(({ hostname }) => hostname)
  const hostname = hostnames.find((name) => name === chosen) ?? hostnames[0]
  return (
    <Card description={t('settings.collection.own_hint')} title={t('settings.collection.own')}>
      {hostname === undefined ? (
        <p className="text-muted">{t('settings.collection.own_no_site')}</p>
      ) : (
        <div className="grid gap-4">
          {hostnames.length > 1 && (
            <SelectField
              label={t('settings.collection.own_site')}
              onChange={setChosen}
              options={hostnames.map((name) => ({ value: name, label: name }))}
              value={hostname}
            />
          )}
          <div className="flex flex-wrap items-start gap-5">
            <QrCode label={t('settings.collection.own_qr')} text={addressOf(hostname, 'ignore')} />
            <div className="grid min-w-0 flex-1 basis-64 gap-3">
              <CodeBlock code={addressOf(hostname, 'ignore')} label={t('settings.collection.own_ignore')} wrap />
              <CodeBlock code={addressOf(hostname, 'count')} label={t('settings.collection.own_count')} wrap />
            </div>
          </div>
          <p className="text-muted text-sm">{t('settings.collection.own_limits')}</p>
        </div>
      )}
    </Card>
  )
}

function addressOf(hostname: string, choice: 'ignore' | 'count'): string {
  return `https://${hostname}/?footfall=${choice}`
}

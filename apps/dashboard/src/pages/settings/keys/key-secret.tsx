import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ProductKey } from '../../../api/types.ts'
import { SecretOnce } from '../../../forms/secret-once.tsx'
import { t } from '../../../messages/messages.ts'
import { usePreferences } from '../../../product/use-product.ts'
import { todayIn } from '../../../statistics/date-range.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { domainsQuery } from '../queries.ts'
import { keyExample } from './key-example.ts'
import { describeAccess } from './key-labels.ts'

export interface NewKey {
  readonly created: ProductKey
  readonly secret: string
}

interface KeySecretProps extends NewKey {
  readonly product: string
  readonly onStored: () => void
}

/** Shows the secret of a key once, with an example. */
export function KeySecret({ created, secret, product, onStored }: KeySecretProps): ReactNode {
  const { timezone, currency } = usePreferences()
  const { data } = useQuery(domainsQuery(product))
  const [now] = useState(() => new Date())
  const hostname = data?.domains.find(({ primary }) => primary)?.hostname ?? 'example.com'
  const { code, note } = keyExample(created, {
    secret,
    product,
    hostname,
    currency,
    now,
    today: todayIn(timezone, now),
  })
  return (
    <SecretOnce
      description={t('settings.keys.secret_hint', { access: describeAccess(created) })}
      name={created.name}
      onStored={onStored}
      secret={secret}
      whenLeft={t('settings.keys.secret_left', { name: created.name })}
      whenLost={t('settings.keys.secret_lost')}
    >
      <div className="grid gap-2">
        <CodeBlock code={code} label={t('common.example')} wrap />
        <p className="text-muted text-sm">{note}</p>
      </div>
    </SecretOnce>
  )
}

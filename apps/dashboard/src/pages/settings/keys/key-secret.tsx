import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ProductKey } from '../../../api/types.ts'
import { SecretOnce } from '../../../forms/secret-once.tsx'
import { usePreferences } from '../../../product/use-product.ts'
import { todayIn } from '../../../statistics/span.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { domainsQuery } from '../queries.ts'
import { keyExample } from './key-example.ts'
import { describeAccess } from './key-labels.ts'

/** A new key. */
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
      description={`${describeAccess(created)} Store it like a password, never in the code of a page.`}
      name={created.name}
      onStored={onStored}
      secret={secret}
      whenLeft={`The secret of “${created.name}” is shown only once. Without it, revoke the key and create another.`}
      whenLost="If you lose it, revoke the key and create another."
    >
      <div className="grid gap-2">
        <CodeBlock code={code} label="Example" wrap />
        <p className="text-muted text-sm">{note}</p>
      </div>
    </SecretOnce>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ProductKey } from '../../../api/types.ts'
import { SecretOnce } from '../../../forms/secret-once.tsx'
import { usePreferences } from '../../../product/use-product.ts'
import { todayIn } from '../../../statistics/span.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { domainsQuery } from '../queries.ts'
import { keyExample } from './key-example.ts'
import { mayWords } from './key-labels.ts'

/** A key that was just made. */
export interface NewKey {
  readonly made: ProductKey
  readonly secret: string
}

interface KeySecretProps extends NewKey {
  readonly product: string
  readonly onStored: () => void
}

/** The one time a key's secret is shown, with what to do with it. */
export function KeySecret({ made, secret, product, onStored }: KeySecretProps): ReactNode {
  const { timezone, currency } = usePreferences()
  const { data } = useQuery(domainsQuery(product))
  const [now] = useState(() => new Date())
  const hostname = data?.domains.find(({ primary }) => primary)?.hostname ?? 'example.com'
  const { code, note } = keyExample(made, { secret, product, hostname, currency, now, today: todayIn(timezone, now) })
  return (
    <SecretOnce
      description={`${mayWords(made)} Keep it where you keep passwords, and never in the code of a page.`}
      name={made.name}
      onStored={onStored}
      secret={secret}
      whenLeft={`The secret of “${made.name}” is shown this once. Without it the key is of no use: revoke it and make another.`}
      whenLost="If it is lost, revoke the key and make another."
    >
      <div className="grid gap-2">
        <CodeBlock code={code} label="A first call" wrap />
        <p className="text-muted text-sm">{note}</p>
      </div>
    </SecretOnce>
  )
}

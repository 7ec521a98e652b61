import type { ReactNode } from 'react'
import type { Shields } from '../../../api/types.ts'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Dropped } from './dropped-count.tsx'
import { shieldWords, typedShields } from './shield-values.ts'

const KINDS = ['address', 'country', 'path', 'hostname', 'referrer'] as const

/** The same for those who may only look. */
export function ShieldsFacts({ shields }: { readonly shields: Shields }): ReactNode {
  return (
    <Card description="Admins and owners can change this." title="What is dropped">
      <Facts
        facts={shieldWords(typedShields(shields)).map(({ label, value }, at) => ({
          label,
          value: (
            <span className="grid justify-items-start gap-1">
              <span className="wrap-anywhere whitespace-pre-line">{value}</span>
              {KINDS[at] && <Dropped active={false} by={KINDS[at]} />}
            </span>
          ),
        }))}
      />
    </Card>
  )
}

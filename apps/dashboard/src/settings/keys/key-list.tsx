import type { ReactNode } from 'react'
import type { ProductKey } from '../../api/types.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { When } from '../../ui/when.tsx'
import { kindWord, mayWords } from './key-words.ts'

const STATUSES: Readonly<Record<ProductKey['status'], { readonly label: string; readonly tone: Tone }>> = {
  active: { label: 'Active', tone: 'good' },
  disabled: { label: 'Disabled', tone: 'warning' },
  revoked: { label: 'Revoked', tone: 'neutral' },
}

interface KeyListProps {
  readonly keys: readonly ProductKey[]
  readonly onRevoke: (key: ProductKey) => void
}

export function KeyList({ keys, onRevoke }: KeyListProps): ReactNode {
  return (
    <ul className="divide-y border-t">
      {keys.map((key) => (
        <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3.5" key={key.id}>
          <div className="grid min-w-0 gap-0.5">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="break-words font-semibold">{key.name}</span>
              <Badge>{kindWord(key.kind)}</Badge>
              <Badge tone={STATUSES[key.status].tone}>{STATUSES[key.status].label}</Badge>
              <code className="text-muted text-sm">{key.prefix}…</code>
            </p>
            <p className="text-sm">
              {mayWords(key)}
              {key.status === 'disabled' && ' It stopped with the token that made it.'}
            </p>
            <p className="text-muted text-sm">
              Made <When at={key.created_at} />
              {' · '}
              {key.last_used_at === null ? (
                'never used'
              ) : (
                <>
                  used <When at={key.last_used_at} />
                </>
              )}
            </p>
          </div>
          {key.status !== 'revoked' && (
            <Button onClick={() => onRevoke(key)} size="small">
              Revoke<span className="sr-only"> {key.name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

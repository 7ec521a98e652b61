import type { ReactNode } from 'react'
import type { ProductKey } from '../../../api/types.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { describeAccess, describeDisabled, kindLabel } from './key-labels.ts'

const STATUSES: Readonly<Record<ProductKey['status'], { readonly label: string; readonly tone: Tone }>> = {
  active: { label: 'Active', tone: 'good' },
  disabled: { label: 'Disabled', tone: 'warning' },
  revoked: { label: 'Revoked', tone: 'neutral' },
}

/** Who issued the key, if known. */
function issuer({ issued_by, disabled_reason }: ProductKey, names: ReadonlyMap<string, string>): string {
  const name = issued_by === null ? undefined : names.get(issued_by)
  if (name !== undefined) return `by ${name}, `
  return disabled_reason === 'member_removed' ? 'by a former member, ' : ''
}

interface KeyListProps {
  readonly keys: readonly ProductKey[]
  /** Names of members, by their id. */
  readonly names: ReadonlyMap<string, string>
  readonly onRevoke: (key: ProductKey) => void
}

export function KeyList({ keys, names, onRevoke }: KeyListProps): ReactNode {
  return (
    <ul className="divide-y border-t">
      {keys.map((key) => (
        <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3.5" key={key.id}>
          <div className="grid min-w-0 gap-0.5">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="break-words font-semibold">{key.name}</span>
              <Badge>{kindLabel(key.kind)}</Badge>
              <Badge tone={STATUSES[key.status].tone}>{STATUSES[key.status].label}</Badge>
              <code className="text-muted text-sm">{key.prefix}…</code>
            </p>
            <p className="text-sm">
              {describeAccess(key)}
              {key.status === 'disabled' && ` ${describeDisabled(key)}`}
            </p>
            <p className="text-muted text-sm">
              Issued {issuer(key, names)}
              <RelativeTime at={key.created_at} />
              {' · '}
              {key.last_used_at === null ? (
                'never used'
              ) : (
                <>
                  used <RelativeTime at={key.last_used_at} />
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

import type { ReactNode } from 'react'
import type { ProductKey } from '../../../api/types.ts'
import { describeNetworks } from '../../../forms/describe-networks.ts'
import { t } from '../../../messages/messages.ts'
import { T } from '../../../messages/t.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { RelativeTime, When } from '../../../ui/relative-time.tsx'
import { describeAccess, describeDisabled, kindLabel } from './key-labels.ts'

const STATUSES: Readonly<Record<ProductKey['status'], { readonly label: string; readonly tone: Tone }>> = {
  active: { label: t('common.active'), tone: 'good' },
  disabled: { label: t('common.disabled'), tone: 'warning' },
  revoked: { label: t('common.revoked'), tone: 'neutral' },
  expired: { label: t('common.expired'), tone: 'neutral' },
}

/** Who issued the key, if known. */
function issuer({ issued_by, disabled_reason }: ProductKey, names: ReadonlyMap<string, string>): string | undefined {
  const name = issued_by === null ? undefined : names.get(issued_by)
  return name ?? (disabled_reason === 'member_removed' ? t('settings.keys.former_member') : undefined)
}

function Issued({ at, by }: { readonly at: string; readonly by: string | undefined }): ReactNode {
  const when = <RelativeTime at={at} />
  if (by === undefined) return <T id="settings.keys.created_at" values={{ when }} />
  return <T id="settings.keys.created_by" values={{ when, by }} />
}

interface KeyListProps {
  readonly keys: readonly ProductKey[]
  /** Names of members, by their id. */
  readonly names: ReadonlyMap<string, string>
  readonly onEdit: (key: ProductKey) => void
  readonly onRevoke: (key: ProductKey) => void
}

export function KeyList({ keys, names, onEdit, onRevoke }: KeyListProps): ReactNode {
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
            {key.allowed_networks.length > 0 && (
              <p className="break-words text-muted text-sm">{describeNetworks(key)}</p>
            )}
            <p className="text-muted text-sm">
              <Issued at={key.created_at} by={issuer(key, names)} />
              {' · '}
              <When at={key.last_used_at} id="settings.keys.used_at" never="settings.keys.never_used" />
              {key.last_used_network !== null && ` ${t('networks.used_from', { network: key.last_used_network })}`}
              {key.expires_at !== undefined && (
                <>
                  {' · '}
                  <When
                    at={key.expires_at}
                    id={key.status === 'expired' ? 'settings.keys.expired_at' : 'settings.keys.expires_at'}
                  />
                </>
              )}
            </p>
          </div>
          {key.status !== 'revoked' && (
            <div className="flex flex-wrap gap-2">
              {key.status === 'active' && (
                <Button aria-label={t('networks.of', { name: key.name })} onClick={() => onEdit(key)} size="small">
                  {t('networks.title')}
                </Button>
              )}
              <Button
                aria-label={t('common.revoke_label', { name: key.name })}
                onClick={() => onRevoke(key)}
                size="small"
              >
                {t('common.revoke')}
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

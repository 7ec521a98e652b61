import type { ReactNode } from 'react'
import type { SharedLink } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { When } from '../../../ui/relative-time.tsx'
import { CopyLink } from './copy-link.tsx'
import { SECTION_CHOICES } from './share-values.ts'

const STATUSES: Readonly<Record<SharedLink['status'], { readonly label: string; readonly tone: Tone }>> = {
  active: { label: t('sharing.status_active'), tone: 'good' },
  expired: { label: t('sharing.status_expired'), tone: 'warning' },
  ended: { label: t('sharing.status_ended'), tone: 'neutral' },
}

interface ShareListProps {
  readonly product: string
  readonly links: readonly SharedLink[]
  /** Names of segments, by their id. */
  readonly segments: ReadonlyMap<string, string>
  readonly onEdit: (link: SharedLink) => void
  readonly onEnd: (link: SharedLink) => void
}

export function ShareList({ product, links, segments, onEdit, onEnd }: ShareListProps): ReactNode {
  return (
    <ul className="divide-y border-t">
      {links.map((link) => (
        <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3.5" key={link.id}>
          <div className="grid min-w-0 gap-0.5">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="break-words font-semibold">{link.name}</span>
              <Badge tone={STATUSES[link.status].tone}>{STATUSES[link.status].label}</Badge>
              {link.password && <Badge>{t('share.password')}</Badge>}
              {link.embed_origins.length > 0 && <Badge>{t('sharing.embedded')}</Badge>}
            </p>
            <p className="text-sm">
              {SECTION_CHOICES.filter(({ value }) => link.sections.includes(value))
                .map(({ label }) => label)
                .join(', ')}
              {link.segment !== null &&
                ` · ${t('sharing.only_segment', { name: segments.get(link.segment) ?? t('sharing.segment_gone') })}`}
            </p>
            <p className="text-muted text-sm">
              <When at={link.created_at} id="sharing.created" />
              {link.expires_at !== null && link.status !== 'ended' && (
                <>
                  {' · '}
                  <When
                    at={link.expires_at}
                    id={link.status === 'expired' ? 'sharing.expired' : 'sharing.expires_in'}
                  />
                </>
              )}
            </p>
          </div>
          {link.status !== 'ended' && (
            <span className="flex flex-wrap gap-2">
              {link.status === 'active' && <CopyLink link={link} product={product} />}
              <Button onClick={() => onEdit(link)} size="small">
                {t('sharing.edit_button')}
                <span className="sr-only"> {link.name}</span>
              </Button>
              <Button onClick={() => onEnd(link)} size="small">
                {t('sharing.end_button')}
                <span className="sr-only"> {link.name}</span>
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

import type { ReactNode } from 'react'
import type { Member, OpenInvitation } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { T } from '../../messages/t.tsx'
import { roleLabel } from '../../product/role-labels.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime, When } from '../../ui/relative-time.tsx'
import { SendAgainButton } from './send-again-button.tsx'

interface MemberRowProps {
  readonly product: string
  readonly member: Member
  /** Undefined for a member who has joined, and for people who may not see it. */
  readonly invitation: OpenInvitation | undefined
  readonly self: boolean
  readonly onChange: (() => void) | undefined
  readonly onRemove: (() => void) | undefined
}

/** What removing this member is called. */
export function actionOn({ status }: Member, self: boolean): 'leave' | 'revoke' | 'remove' {
  if (self) return 'leave'
  return status === 'invited' ? 'revoke' : 'remove'
}

export function MemberRow({ product, member, invitation, self, onChange, onRemove }: MemberRowProps): ReactNode {
  const invited = member.status === 'invited'
  const whom = member.name ?? member.email
  const action = actionOn(member, self)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semibold">{whom}</span>
          <Badge>{roleLabel(member.role)}</Badge>
          {self && <Badge tone="accent">{t('team.you')}</Badge>}
          {invited && <Badge tone="warning">{t(isOver(invitation) ? 'common.expired' : 'team.invited')}</Badge>}
        </p>
        <p className="text-muted text-sm">
          {member.name !== null && `${member.email} · `}
          <Since invitation={invitation} member={member} />
        </p>
        {invitation && (
          <details className="text-sm">
            <summary className="min-h-8 py-1 text-muted">{t('team.lost_email')}</summary>
            <p>
              <T id="team.lost_email_hint" values={{ command: <code>footfall invitation link {member.id}</code> }} />
            </p>
          </details>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {invitation && <SendAgainButton invitation={invitation} product={product} />}
        {onChange && (
          <Button aria-label={t('team.change_role_of', { name: whom })} onClick={onChange} size="small">
            {t('team.change_role')}
          </Button>
        )}
        {onRemove && (
          <Button aria-label={t(`team.action_${action}_label`, { name: whom })} onClick={onRemove} size="small">
            {t(`team.action_${action}`)}
          </Button>
        )}
      </div>
    </li>
  )
}

function isOver(invitation: OpenInvitation | undefined): boolean {
  return invitation !== undefined && Date.parse(invitation.expires_at) <= Date.now()
}

function Since({ member, invitation }: Pick<MemberRowProps, 'member' | 'invitation'>): ReactNode {
  if (invitation === undefined) {
    const at = member.status === 'invited' ? member.invited_at : member.joined_at
    if (at === null) return null
    const id = member.status === 'invited' ? 'team.invited_at' : 'team.joined_at'
    return <When at={at} id={id} />
  }
  const when = <RelativeTime at={invitation.invited_at} />
  const by = invitation.invited_by?.name
  return (
    <>
      {by === undefined ? (
        <T id="team.invited_at" values={{ when }} />
      ) : (
        <T id="team.invited_by" values={{ when, by }} />
      )}
      {' · '}
      <When at={invitation.expires_at} id={isOver(invitation) ? 'team.invitation_over' : 'team.invitation_until'} />
    </>
  )
}

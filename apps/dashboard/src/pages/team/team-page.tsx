import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/client.ts'
import { accountQuery, productsQuery } from '../../api/queries.ts'
import type { Member } from '../../api/types.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { t } from '../../messages/messages.ts'
import { T } from '../../messages/t.tsx'
import { membersQuery } from '../../product/members-query.ts'
import { ROLES, roleLabel } from '../../product/role-labels.ts'
import { useHasRole, useProduct } from '../../product/use-product.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ChangeRoleDialog } from './change-role-dialog.tsx'
import { InviteCard } from './invite-card.tsx'

export function TeamPage(): ReactNode {
  const product = useProduct()
  const canEdit = useHasRole('admin')
  const { data: members } = useSuspenseQuery(membersQuery(product.id))
  const { data: account } = useSuspenseQuery(accountQuery)
  const [changing, setChanging] = useState<Member>()
  const [removing, setRemoving] = useState<Member>()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isSelf = ({ email }: Member) => email === account.email

  const removed = async (member: Member) => {
    setRemoving(undefined)
    if (isSelf(member)) {
      showToast(t('team.left_toast', { product: product.name }))
      queryClient.removeQueries(productsQuery)
      await navigate({ to: '/' })
      return
    }
    showToast(t('team.removed_toast', { name: member.name ?? member.email }))
    await queryClient.invalidateQueries(membersQuery(product.id))
  }
  return (
    <div className="mx-auto grid max-w-4xl gap-5">
      <PageHeader description={t('team.description', { product: product.name })} title={t('team.title')} />
      <Card description={t('team.count_hint')} flush title={t('team.count', { count: members.length })}>
        <ul className="divide-y border-t">
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              onChange={canEdit && !isSelf(member) ? () => setChanging(member) : undefined}
              onRemove={canEdit ? () => setRemoving(member) : undefined}
              self={isSelf(member)}
            />
          ))}
        </ul>
      </Card>
      <InviteCard canInvite={canEdit} product={product.id} />
      {!canEdit && (
        <Card title={t('team.roles')}>
          <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[5rem_1fr]">
            {ROLES.map(({ value, label, hint }) => (
              <div className="contents" key={value}>
                <dt className="-mb-2.5 font-semibold sm:mb-0">{label}</dt>
                <dd>{hint}</dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
      {changing && <ChangeRoleDialog member={changing} onClose={() => setChanging(undefined)} product={product.id} />}
      {removing && (
        <ConfirmDialog
          confirmLabel={t(`team.${actionOn(removing, isSelf(removing))}`)}
          onClose={() => setRemoving(undefined)}
          onDone={() => void removed(removing)}
          call={(options) => {
            const params = { path: { product: product.id, member: removing.id } }
            return api.DELETE('/api/v1/products/{product}/members/{member}', { params, ...options })
          }}
          title={
            isSelf(removing)
              ? t('team.leave_title', { product: product.name })
              : t('team.remove_title', { name: removing.name ?? removing.email })
          }
        />
      )}
    </div>
  )
}

/** What removing this member is called. */
function actionOn({ status }: Member, self: boolean): 'leave' | 'revoke' | 'remove' {
  if (self) return 'leave'
  return status === 'invited' ? 'revoke' : 'remove'
}

interface MemberRowProps {
  readonly member: Member
  readonly self: boolean
  readonly onChange: (() => void) | undefined
  readonly onRemove: (() => void) | undefined
}

function MemberRow({ member, self, onChange, onRemove }: MemberRowProps): ReactNode {
  const invited = member.status === 'invited'
  const since = invited ? member.invited_at : member.joined_at
  const whom = member.name ?? member.email
  const action = actionOn(member, self)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semibold">{whom}</span>
          <Badge>{roleLabel(member.role)}</Badge>
          {self && <Badge tone="accent">{t('team.you')}</Badge>}
          {invited && <Badge tone="warning">{t('team.invited')}</Badge>}
        </p>
        <p className="text-muted text-sm">
          {member.name !== null && `${member.email} · `}
          {since !== null && (
            <T id={invited ? 'team.invited_at' : 'team.joined_at'} values={{ when: <RelativeTime at={since} /> }} />
          )}
        </p>
        {invited && onRemove && (
          <details className="text-sm">
            <summary className="min-h-6 text-muted">{t('team.lost_email')}</summary>
            <p>
              <T id="team.lost_email_hint" values={{ command: <code>footfall invitation link {member.id}</code> }} />
            </p>
          </details>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {onChange && (
          <Button aria-label={t('team.change_role_of', { name: whom })} onClick={onChange} size="small">
            {t('team.change_role')}
          </Button>
        )}
        {onRemove && (
          <Button aria-label={t(`team.${action}_label`, { name: whom })} onClick={onRemove} size="small">
            {t(`team.${action}`)}
          </Button>
        )}
      </div>
    </li>
  )
}

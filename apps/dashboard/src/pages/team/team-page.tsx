import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/client.ts'
import { accountQuery, productsQuery } from '../../api/queries.ts'
import type { Member } from '../../api/types.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { t } from '../../messages/messages.ts'
import { invitationsQuery, membersQuery } from '../../product/members-query.ts'
import { ROLES } from '../../product/role-labels.ts'
import { useHasRole, useProduct } from '../../product/use-product.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ChangeRoleDialog } from './change-role-dialog.tsx'
import { InviteCard } from './invite-card.tsx'
import { actionOn, MemberRow } from './member-row.tsx'

export function TeamPage(): ReactNode {
  const product = useProduct()
  const canEdit = useHasRole('admin')
  const { data: members } = useSuspenseQuery(membersQuery(product.id))
  const { data: account } = useSuspenseQuery(accountQuery)
  const { data: invitations = [] } = useQuery({ ...invitationsQuery(product.id), enabled: canEdit })
  const [changing, setChanging] = useState<Member>()
  const [removing, setRemoving] = useState<Member>()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isSelf = ({ email }: Member) => email === account.email

  const removed = async (member: Member) => {
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
    <div className="grid gap-5">
      <PageHeader description={t('team.description', { product: product.name })} title={t('team.title')} />
      <Card description={t('team.count_hint')} flush title={t('team.count', { count: members.length })}>
        <ul className="divide-y border-t">
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              onChange={canEdit && !isSelf(member) ? () => setChanging(member) : undefined}
              onRemove={canEdit ? () => setRemoving(member) : undefined}
              invitation={invitations.find((open) => open.member === member.id)}
              product={product.id}
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
      {removing && isLastOwner(removing, members) && (
        <Dialog onClose={() => setRemoving(undefined)} title={t('team.last_owner_title')}>
          <p>{t('team.last_owner')}</p>
          <Actions>
            <Button kind="primary" onClick={() => setRemoving(undefined)}>
              {t('common.close')}
            </Button>
          </Actions>
        </Dialog>
      )}
      {removing && !isLastOwner(removing, members) && (
        <ConfirmDialog
          confirmLabel={t(`team.action_${actionOn(removing, isSelf(removing))}`)}
          onClose={() => setRemoving(undefined)}
          onDone={() => void removed(removing)}
          call={(options) => {
            const params = { path: { product: product.id, member: removing.id } }
            return api.DELETE('/api/v1/products/{product}/members/{member}', { params, ...options })
          }}
          summary={t(`team.action_${actionOn(removing, isSelf(removing))}_hint`)}
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

/** A product needs an owner, so the last one stays. */
function isLastOwner(member: Member, members: readonly Member[]): boolean {
  const isOwner = ({ role, status }: Member) => role === 'owner' && status === 'active'
  return isOwner(member) && members.filter(isOwner).length === 1
}

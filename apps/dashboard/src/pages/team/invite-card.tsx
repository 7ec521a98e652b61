import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed } from '../../api/client.ts'
import type { Role } from '../../api/types.ts'
import { Form } from '../../forms/form.tsx'
import { incomplete } from '../../forms/incomplete.ts'
import { useForm } from '../../forms/use-form.ts'
import { t } from '../../messages/messages.ts'
import { membersQuery } from '../../product/members-query.ts'
import { ROLES } from '../../product/role-labels.ts'
import { Card } from '../../ui/card.tsx'
import { RadioField } from '../../ui/choice-field.tsx'
import { TextField, VERBATIM } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'

const EMPTY: { readonly email: string; readonly role: Role } = { email: '', role: 'viewer' }

/** Hidden without the role, unless there is unsaved input. */
export function InviteCard({
  product,
  canInvite,
}: {
  readonly product: string
  readonly canInvite: boolean
}): ReactNode {
  const queryClient = useQueryClient()
  const form = useForm({
    initial: { values: EMPTY },
    async save({ email, role }) {
      if (email.trim() === '') throw incomplete([{ path: 'email', message: t('team.invite_email_missing') }])
      const params = { path: { product } }
      const { result } = await executed(
        api.POST('/api/v1/products/{product}/members', { params, body: { email, role } }),
      )
      await queryClient.invalidateQueries(membersQuery(product))
      showToast(t('team.invited_toast', { email: result.email }))
      return { values: EMPTY }
    },
  })
  if (!canInvite && !form.dirty) return null
  return (
    <Card description={t('team.invite_hint')} title={t('team.invite')}>
      <Form form={form} creates submitLabel={t('team.invite_submit')}>
        <TextField {...VERBATIM} label={t('common.email_address')} type="email" {...form.field('email')} />
        <RadioField label={t('roles.role')} options={ROLES} {...form.field('role')} />
      </Form>
    </Card>
  )
}

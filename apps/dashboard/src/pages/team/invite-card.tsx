import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed } from '../../api/client.ts'
import type { Role } from '../../api/types.ts'
import { Form } from '../../forms/form.tsx'
import { incomplete } from '../../forms/incomplete.ts'
import { useForm } from '../../forms/use-form.ts'
import { membersQuery } from '../../product/members-query.ts'
import { ROLES } from '../../product/role-labels.ts'
import { Card } from '../../ui/card.tsx'
import { RadioField, TextField } from '../../ui/field.tsx'
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
      if (email.trim() === '') throw incomplete([{ path: 'email', message: 'enter an email address' }])
      const params = { path: { product } }
      const { result } = await executed(
        api.POST('/api/v1/products/{product}/members', { params, body: { email, role } }),
      )
      await queryClient.invalidateQueries(membersQuery(product))
      showToast(`${result.email} is invited.`)
      return { values: EMPTY }
    },
  })
  if (!canInvite && !form.dirty) return null
  return (
    <Card description="They receive an email with a link and get access when they accept." title="Invite a member">
      <Form form={form} creates submitLabel="Send invitation">
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          label="Email address"
          spellCheck={false}
          type="email"
          {...form.field('email')}
        />
        <RadioField label="Role" options={ROLES} {...form.field('role')} />
      </Form>
    </Card>
  )
}

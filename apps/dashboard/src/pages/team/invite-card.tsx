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

/** Who may not invite does not see it; who lost the right while typing keeps what was typed. */
export function InviteCard({ product, may }: { readonly product: string; readonly may: boolean }): ReactNode {
  const queryClient = useQueryClient()
  const form = useForm({
    initial: { values: EMPTY },
    async save({ email, role }) {
      if (email.trim() === '') throw incomplete([{ path: 'email', message: 'say whom to invite' }])
      const params = { path: { product } }
      const { result } = await executed(
        api.POST('/api/v1/products/{product}/members', { params, body: { email, role } }),
      )
      await queryClient.invalidateQueries(membersQuery(product))
      showToast(`${result.email} is invited.`)
      return { values: EMPTY }
    },
  })
  if (!may && !form.dirty) return null
  return (
    <Card description="They get a mail with a link, and see nothing before they accept." title="Invite somebody">
      <Form form={form} makes submitLabel="Send invitation">
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          label="E-mail address"
          spellCheck={false}
          type="email"
          {...form.field('email')}
        />
        <RadioField label="Role" options={ROLES} {...form.field('role')} />
      </Form>
    </Card>
  )
}

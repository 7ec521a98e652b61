import type { ReactNode } from 'react'
import { acceptInvitation, type InvitationLink } from '../../api/people.ts'
import { Form } from '../../forms/form.tsx'
import { incomplete } from '../../forms/incomplete.ts'
import { useForm } from '../../forms/use-form.ts'
import { t } from '../../messages/messages.ts'
import { T } from '../../messages/t.tsx'
import { TextField } from '../../ui/field.tsx'

interface AcceptAsNewProps {
  readonly email: string
  readonly link: InvitationLink
  readonly onAccepted: (product: string) => Promise<void>
}

const EMPTY = { name: '', password: '' }

/** Creates an account with the invitation. */
export function AcceptNewAccount({ email, link, onAccepted }: AcceptAsNewProps): ReactNode {
  const form = useForm({
    initial: { values: EMPTY },
    async save({ name, password }) {
      const missing = [
        ...(name.trim() === '' ? [{ path: 'name', message: t('common.your_name_missing') }] : []),
        ...(password === '' ? [{ path: 'password', message: t('common.password_missing') }] : []),
      ]
      if (missing.length > 0) throw incomplete(missing)
      await onAccepted((await acceptInvitation({ ...link, name, password })).product)
      return { values: EMPTY }
    },
  })
  return (
    <div className="grid gap-4">
      <p>
        <T id="invitation.new_account" values={{ email: <strong>{email}</strong> }} />
      </p>
      <Form form={form} creates submitLabel={t('invitation.create')}>
        <TextField autoComplete="name" label={t('common.your_name')} maxLength={120} {...form.field('name')} />
        <TextField
          autoComplete="new-password"
          hint={t('common.password_hint')}
          label={t('common.password')}
          type="password"
          {...form.field('password')}
        />
      </Form>
    </div>
  )
}

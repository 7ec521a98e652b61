import type { ReactNode } from 'react'
import { acceptInvitation, type InvitationLink } from '../../api/people.ts'
import { Form } from '../../forms/form.tsx'
import { incomplete } from '../../forms/incomplete.ts'
import { useForm } from '../../forms/use-form.ts'
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
        ...(name.trim() === '' ? [{ path: 'name', message: 'enter your name' }] : []),
        ...(password === '' ? [{ path: 'password', message: 'enter a password' }] : []),
      ]
      if (missing.length > 0) throw incomplete(missing)
      await onAccepted((await acceptInvitation({ ...link, name, password })).product)
      return { values: EMPTY }
    },
  })
  return (
    <div className="grid gap-4">
      <p>
        Choose a name and a password for <strong>{email}</strong>. You sign in with this email address.
      </p>
      <Form form={form} creates submitLabel="Create account and accept">
        <TextField autoComplete="name" label="Your name" maxLength={120} {...form.field('name')} />
        <TextField
          autoComplete="new-password"
          hint="From 12 to 128 characters. Common passwords are refused."
          label="Password"
          type="password"
          {...form.field('password')}
        />
      </Form>
    </div>
  )
}

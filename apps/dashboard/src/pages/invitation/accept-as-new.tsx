import type { ReactNode } from 'react'
import { acceptInvitation, type PresentedInvitation } from '../../api/people.ts'
import { Form } from '../../forms/form.tsx'
import { incomplete } from '../../forms/incomplete.ts'
import { useForm } from '../../forms/use-form.ts'
import { TextField } from '../../ui/field.tsx'

interface AcceptAsNewProps {
  readonly email: string
  readonly link: PresentedInvitation
  readonly onAccepted: (product: string) => Promise<void>
}

const EMPTY = { name: '', password: '' }

/** Somebody without an account makes one with the invitation. */
export function AcceptAsNew({ email, link, onAccepted }: AcceptAsNewProps): ReactNode {
  const form = useForm({
    initial: { values: EMPTY },
    async save({ name, password }) {
      const missing = [
        ...(name.trim() === '' ? [{ path: 'name', message: 'say how others should call you' }] : []),
        ...(password === '' ? [{ path: 'password', message: 'choose one' }] : []),
      ]
      if (missing.length > 0) throw incomplete(missing)
      await onAccepted((await acceptInvitation({ ...link, name, password })).product)
      return { values: EMPTY }
    },
  })
  return (
    <div className="grid gap-4">
      <p>
        Choose a name and a password for <strong>{email}</strong>. With them you sign in from now on.
      </p>
      <Form form={form} makes submitLabel="Create account and accept">
        <TextField autoComplete="name" label="Your name" maxLength={120} {...form.field('name')} />
        <TextField
          autoComplete="new-password"
          hint="From 12 to 128 characters, and not a common one. A few unrelated words make a good one."
          label="Password"
          type="password"
          {...form.field('password')}
        />
      </Form>
    </div>
  )
}

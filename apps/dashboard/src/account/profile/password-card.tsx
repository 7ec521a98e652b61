import type { ReactNode } from 'react'
import { Form } from '../../forms/form.tsx'
import { incomplete } from '../../forms/incomplete.ts'
import { useForm } from '../../forms/use-form.ts'
import { changePassword } from '../../session/people.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { say } from '../../ui/toast.tsx'

const EMPTY = { current_password: '', new_password: '' }

export function PasswordCard(): ReactNode {
  const form = useForm({
    initial: { values: EMPTY },
    async save(passwords) {
      const missing = [
        ...(passwords.current_password === '' ? [{ path: 'current_password', message: 'type it once more' }] : []),
        ...(passwords.new_password === '' ? [{ path: 'new_password', message: 'choose one' }] : []),
      ]
      if (missing.length > 0) throw incomplete(missing)
      const { signed_out } = await changePassword(passwords)
      say(`Your password is changed.${signed_out > 0 ? ` Other browsers signed out: ${signed_out}.` : ''}`)
      return { values: EMPTY }
    },
  })
  return (
    <Card description="Other browsers are signed out by it. Tokens and connected apps keep working." title="Password">
      <Form form={form} makes submitLabel="Change password">
        <TextField
          autoComplete="current-password"
          label="Password you have now"
          type="password"
          {...form.field('current_password')}
        />
        <TextField
          autoComplete="new-password"
          hint="From 12 to 128 characters, and not a common one. A few unrelated words make a good one."
          label="New password"
          type="password"
          {...form.field('new_password')}
        />
      </Form>
    </Card>
  )
}

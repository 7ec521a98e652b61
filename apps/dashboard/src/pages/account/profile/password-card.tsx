import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { changePassword } from '../../../api/people.ts'
import { Form } from '../../../forms/form.tsx'
import { incomplete } from '../../../forms/incomplete.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField, TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { connectionsQuery, credentialsQuery, tokensQuery } from '../queries.ts'
import { formatCredentialCounts } from './credential-counts.ts'

const EMPTY = { current_password: '', new_password: '', end_credentials: true }

export function PasswordCard(): ReactNode {
  const queryClient = useQueryClient()
  const { data: active } = useQuery(credentialsQuery)
  const form = useForm({
    initial: { values: EMPTY },
    async save(passwords) {
      const missing = [
        ...(passwords.current_password === ''
          ? [{ path: 'current_password', message: 'enter your current password' }]
          : []),
        ...(passwords.new_password === '' ? [{ path: 'new_password', message: 'enter a password' }] : []),
      ]
      if (missing.length > 0) throw incomplete(missing)
      const { signed_out, ended } = await changePassword(passwords)
      await Promise.all(
        [credentialsQuery, tokensQuery, connectionsQuery].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
      const signedOut = signed_out > 0 ? ` Other browsers signed out: ${signed_out}.` : ''
      showToast(`Password changed.${signedOut}${ended === null ? '' : ` Revoked: ${formatCredentialCounts(ended)}.`}`)
      return { values: EMPTY }
    },
  })
  return (
    <Card description="A new password signs out your other browsers." title="Password">
      <Form form={form} creates submitLabel="Change password">
        <TextField
          autoComplete="current-password"
          label="Current password"
          type="password"
          {...form.field('current_password')}
        />
        <TextField
          autoComplete="new-password"
          hint="From 12 to 128 characters. Common passwords are refused."
          label="New password"
          type="password"
          {...form.field('new_password')}
        />
        <CheckboxField
          checked={form.values.end_credentials}
          hint={`Recommended if someone else may know the old password.${active === undefined ? '' : ` Active now: ${formatCredentialCounts(active)}.`}`}
          label="Also revoke tokens, keys and connected apps"
          onChange={(checked) => form.set('end_credentials', checked)}
        />
      </Form>
    </Card>
  )
}

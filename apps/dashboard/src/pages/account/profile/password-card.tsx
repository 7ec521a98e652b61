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
import { credentialWords } from './credential-counts.ts'

const EMPTY = { current_password: '', new_password: '', end_credentials: true }

export function PasswordCard(): ReactNode {
  const queryClient = useQueryClient()
  const { data: active } = useQuery(credentialsQuery)
  const form = useForm({
    initial: { values: EMPTY },
    async save(passwords) {
      const missing = [
        ...(passwords.current_password === '' ? [{ path: 'current_password', message: 'type it once more' }] : []),
        ...(passwords.new_password === '' ? [{ path: 'new_password', message: 'choose one' }] : []),
      ]
      if (missing.length > 0) throw incomplete(missing)
      const { signed_out, ended } = await changePassword(passwords)
      await Promise.all(
        [credentialsQuery, tokensQuery, connectionsQuery].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
      const signedOut = signed_out > 0 ? ` Other browsers signed out: ${signed_out}.` : ''
      showToast(`Your password is changed.${signedOut}${ended === null ? '' : ` Ended: ${credentialWords(ended)}.`}`)
      return { values: EMPTY }
    },
  })
  return (
    <Card description="Changing it signs out your other browsers." title="Password">
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
        <CheckboxField
          checked={form.values.end_credentials}
          hint={`Recommended when somebody else may know the old password.${active === undefined ? '' : ` Active now: ${credentialWords(active)}.`}`}
          label="Also end tokens, keys and connected apps"
          onChange={(checked) => form.set('end_credentials', checked)}
        />
      </Form>
    </Card>
  )
}

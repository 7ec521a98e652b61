import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { changePassword } from '../../../api/people.ts'
import { Form } from '../../../forms/form.tsx'
import { incomplete } from '../../../forms/incomplete.ts'
import { useForm } from '../../../forms/use-form.ts'
import { joined } from '../../../messages/joined.ts'
import { t } from '../../../messages/messages.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField } from '../../../ui/choice-field.tsx'
import { TextField } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { connectionsQuery, credentialsQuery, tokensQuery } from '../queries.ts'

const EMPTY = { current_password: '', new_password: '', end_credentials: true }

export function PasswordCard(): ReactNode {
  const queryClient = useQueryClient()
  const { data: active } = useQuery(credentialsQuery)
  const activeText = active === undefined ? '' : credentialsText(active)
  const form = useForm({
    initial: { values: EMPTY },
    async save(passwords) {
      const missing = [
        ...(passwords.current_password === ''
          ? [{ path: 'current_password', message: t('profile.password_current_missing') }]
          : []),
        ...(passwords.new_password === '' ? [{ path: 'new_password', message: t('common.password_missing') }] : []),
      ]
      if (missing.length > 0) throw incomplete(missing)
      const { signed_out, ended } = await changePassword(passwords)
      await Promise.all(
        [credentialsQuery, tokensQuery, connectionsQuery].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
      const endedText = ended === null ? '' : credentialsText(ended)
      const said = [
        t('profile.password_changed'),
        ...(signed_out > 0 ? [t('profile.signed_out', { count: signed_out })] : []),
        ...(endedText === '' ? [] : [t('profile.revoked', { what: endedText })]),
      ]
      showToast(said.join(' '))
      return { values: EMPTY }
    },
  })
  return (
    <Card description={t('profile.password_hint')} title={t('common.password')}>
      <Form form={form} creates submitLabel={t('profile.password_submit')}>
        <TextField
          autoComplete="current-password"
          label={t('profile.password_current')}
          type="password"
          {...form.field('current_password')}
        />
        <TextField
          autoComplete="new-password"
          hint={t('common.password_hint')}
          label={t('profile.password_new')}
          type="password"
          {...form.field('new_password')}
        />
        <CheckboxField
          checked={form.values.end_credentials}
          hint={
            activeText === '' ? t('profile.revoke_all_hint') : t('profile.revoke_all_hint_counts', { what: activeText })
          }
          label={t('profile.revoke_all')}
          onChange={(checked) => form.set('end_credentials', checked)}
        />
      </Form>
    </Card>
  )
}

/** `1 access token and 2 connected apps`; empty if there is none. */
function credentialsText({
  tokens,
  keys,
  connections,
}: Readonly<Record<'tokens' | 'keys' | 'connections', number>>): string {
  return joined([
    ...(tokens > 0 ? [t('profile.credentials_tokens', { count: tokens })] : []),
    ...(keys > 0 ? [t('profile.credentials_keys', { count: keys })] : []),
    ...(connections > 0 ? [t('profile.credentials_connections', { count: connections })] : []),
  ])
}

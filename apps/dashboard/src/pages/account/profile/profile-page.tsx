import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed } from '../../../api/client.ts'
import { signInMethodsQuery } from '../../../api/people.ts'
import { accountQuery } from '../../../api/queries.ts'
import { Form } from '../../../forms/form.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/field.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { DeleteAccountCard } from './delete-account-card.tsx'
import { LanguageCard } from './language-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProviderCard } from './provider-card.tsx'

export function ProfilePage(): ReactNode {
  const { data: account } = useSuspenseQuery(accountQuery)
  const { data: methods } = useQuery(signInMethodsQuery)
  return (
    <div className="grid gap-5">
      <PageHeader description={t('profile.description', { email: account.email })} title={t('account.profile')} />
      <NameCard name={account.name} />
      <LanguageCard language={account.language} />
      {methods?.provider && <ProviderCard provider={methods.provider} />}
      {methods?.password !== false && <PasswordCard />}
      <Card description={t('profile.sign_out_all_hint')} title={t('profile.sign_out_all')}>
        <form action="/sign-out" method="post">
          <input name="where" type="hidden" value="everywhere" />
          <Button submit>{t('profile.sign_out_all')}</Button>
        </form>
      </Card>
      <DeleteAccountCard email={account.email} />
    </div>
  )
}

function NameCard({ name }: { readonly name: string }): ReactNode {
  const queryClient = useQueryClient()
  const form = useForm({
    initial: { values: { name } },
    async save(values) {
      const { result } = await executed(api.PATCH('/api/v1/account', { body: values }))
      await queryClient.invalidateQueries(accountQuery)
      return { values: { name: result.name } }
    },
  })
  return (
    <Card description={t('profile.name_hint')} title={t('common.name')}>
      <Form form={form} submitLabel={t('common.save')}>
        <TextField autoComplete="name" label={t('common.your_name')} maxLength={120} {...form.field('name')} />
      </Form>
    </Card>
  )
}

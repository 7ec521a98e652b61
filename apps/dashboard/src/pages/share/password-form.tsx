import type { ReactNode } from 'react'
import { Form } from '../../forms/form.tsx'
import { useForm } from '../../forms/use-form.ts'
import { t } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import type { LinkSession, OpenedLink } from './open-link.ts'

interface PasswordFormProps {
  readonly session: LinkSession
  readonly onOpened: (link: OpenedLink) => void
}

const EMPTY = { password: '' }

/** Asks for the password of a shared link. */
export function PasswordForm({ session, onOpened }: PasswordFormProps): ReactNode {
  const form = useForm({
    initial: { values: EMPTY },
    async save({ password }) {
      const answer = await session.open(password)
      if (answer.state === 'open') onOpened(answer)
      return { values: EMPTY }
    },
  })
  return (
    <div className="grid gap-4">
      <PageHeader description={t('share.password_why')} title={t('share.password_title')} />
      <Card>
        <Form creates form={form} submitLabel={t('share.password_submit')}>
          <TextField
            autoComplete="current-password"
            label={t('share.password')}
            required
            type="password"
            {...form.field('password')}
          />
        </Form>
      </Card>
    </div>
  )
}

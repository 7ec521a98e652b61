import type { ReactNode } from 'react'
import { reauthenticate } from '../api/people.ts'
import { Form } from '../forms/form.tsx'
import { incomplete } from '../forms/incomplete.ts'
import { useForm } from '../forms/use-form.ts'
import { t } from '../messages/messages.ts'
import { useReauthentication } from '../session/reauthentication.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

/** Asks for the password above any page when the service needs a recent sign-in. */
export function ReauthenticationDialog(): ReactNode {
  const question = useReauthentication()
  return question && <PasswordQuestion onAnswer={question.answer} />
}

const EMPTY = { password: '' }

function PasswordQuestion({ onAnswer }: { readonly onAnswer: (confirmed: boolean) => void }): ReactNode {
  const form = useForm({
    initial: { values: EMPTY },
    async save({ password }) {
      if (password === '') throw incomplete([{ path: 'password', message: t('reauthentication.missing') }])
      await reauthenticate(password)
      return { values: EMPTY }
    },
    onSaved: () => onAnswer(true),
  })
  const cancel = () => onAnswer(false)
  return (
    <Dialog keepOpen onClose={cancel} title={t('reauthentication.title')}>
      <p className="mb-4">{t('reauthentication.hint')}</p>
      <Form form={form} creates onCancel={cancel} submitLabel={t('reauthentication.submit')}>
        <TextField
          autoComplete="current-password"
          label={t('reauthentication.password')}
          type="password"
          {...form.field('password')}
        />
      </Form>
    </Dialog>
  )
}

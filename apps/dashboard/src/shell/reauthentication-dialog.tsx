import type { ReactNode } from 'react'
import { reauthenticate } from '../api/people.ts'
import { Form } from '../forms/form.tsx'
import { incomplete } from '../forms/incomplete.ts'
import { useForm } from '../forms/use-form.ts'
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
      if (password === '') throw incomplete([{ path: 'password', message: 'enter your password' }])
      await reauthenticate(password)
      return { values: EMPTY }
    },
    onSaved: () => onAnswer(true),
  })
  const cancel = () => onAnswer(false)
  return (
    <Dialog keepOpen onClose={cancel} title="Confirm your password">
      <p className="mb-4">
        This is a sensitive change and you signed in more than ten minutes ago. Enter your password to continue. Your
        input is kept.
      </p>
      <Form form={form} creates onCancel={cancel} submitLabel="Continue">
        <TextField autoComplete="current-password" label="Password" type="password" {...form.field('password')} />
      </Form>
    </Dialog>
  )
}

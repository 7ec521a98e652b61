import type { ReactNode } from 'react'
import { reauthenticate } from '../api/people.ts'
import { Form } from '../forms/form.tsx'
import { incomplete } from '../forms/incomplete.ts'
import { useForm } from '../forms/use-form.ts'
import { useReauthentication } from '../session/reauthentication.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

/** Asks for the password when the service wants a recent sign-in, over whatever page is open. */
export function ReauthenticationDialog(): ReactNode {
  const question = useReauthentication()
  return question && <PasswordQuestion onAnswer={question.answer} />
}

const EMPTY = { password: '' }

function PasswordQuestion({ onAnswer }: { readonly onAnswer: (given: boolean) => void }): ReactNode {
  const form = useForm({
    initial: { values: EMPTY },
    async save({ password }) {
      if (password === '') throw incomplete([{ path: 'password', message: 'type your password' }])
      await reauthenticate(password)
      return { values: EMPTY }
    },
    onSaved: () => onAnswer(true),
  })
  const cancel = () => onAnswer(false)
  return (
    <Dialog keepOpen onClose={cancel} title="Confirm that it is you">
      <p className="mb-4">
        You signed in more than ten minutes ago, and this is a sensitive change. Type your password to go on. What you
        typed before is kept.
      </p>
      <Form form={form} makes onCancel={cancel} submitLabel="Continue">
        <TextField autoComplete="current-password" label="Password" type="password" {...form.field('password')} />
      </Form>
    </Dialog>
  )
}

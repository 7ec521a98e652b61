import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reauthenticate, reauthenticateWithPasskey } from '../api/people.ts'
import { secondFactorsQuery } from '../api/queries.ts'
import { Form } from '../forms/form.tsx'
import { incomplete } from '../forms/incomplete.ts'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { useAction } from '../forms/use-action.ts'
import { useForm } from '../forms/use-form.ts'
import { t } from '../messages/messages.ts'
import { useReauthentication } from '../session/reauthentication.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

/** Asks for the password, and a second factor where the account has one, above any page when the service needs a recent sign-in. */
export function ReauthenticationDialog(): ReactNode {
  const question = useReauthentication()
  return question && <PasswordQuestion onAnswer={question.answer} />
}

const EMPTY = { password: '', code: '' }

function PasswordQuestion({ onAnswer }: { readonly onAnswer: (confirmed: boolean) => void }): ReactNode {
  const { data: factors } = useQuery(secondFactorsQuery)
  const hasPasskeys = factors?.passkeys_available === true && factors.passkeys.length > 0
  const needsCode = factors !== undefined && (factors.authenticator !== null || factors.passkeys.length > 0)
  const passkey = useAction(reauthenticateWithPasskey)
  const provePasskey = async () => {
    if (await passkey.run()) onAnswer(true)
  }
  const form = useForm({
    initial: { values: EMPTY },
    async save({ password, code }) {
      if (password === '') throw incomplete([{ path: 'password', message: t('reauthentication.missing') }])
      if (needsCode && code.trim() === '')
        throw incomplete([{ path: 'code', message: t('reauthentication.code_missing') }])
      await reauthenticate({ password, ...(needsCode && { code }) })
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
        {needsCode && (
          <TextField
            autoComplete="one-time-code"
            hint={t('reauthentication.code_hint')}
            label={t('reauthentication.code')}
            {...form.field('code')}
          />
        )}
      </Form>
      {hasPasskeys && (
        <div className="mt-4 grid gap-3 border-t pt-4">
          <Button busy={passkey.busy} onClick={() => void provePasskey()}>
            {t('reauthentication.passkey')}
          </Button>
          {passkey.problem && <ProblemNotice onRetry={() => void provePasskey()} problem={passkey.problem} />}
        </div>
      )}
    </Dialog>
  )
}

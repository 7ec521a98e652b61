import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reauthenticate, reauthenticateWithPasskey, signInMethodsQuery } from '../api/people.ts'
import { hasSecondFactor, secondFactorsQuery } from '../api/queries.ts'
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
import { ProviderConfirmation } from './provider-confirmation.tsx'

/**
 * Asks above any page for the password, and a second factor where the account has one, or for a sign-in at the provider, when
 * the service needs a recent sign-in.
 */
export function ReauthenticationDialog(): ReactNode {
  const question = useReauthentication()
  const { data: methods } = useQuery({ ...signInMethodsQuery, enabled: question !== undefined })
  if (question === undefined) return null
  const provider = methods?.provider?.linked ? methods.provider.name : undefined
  return methods?.password === false && provider !== undefined ? (
    <ProviderQuestion onAnswer={question.answer} provider={provider} />
  ) : (
    <PasswordQuestion onAnswer={question.answer} provider={provider} />
  )
}

interface QuestionProps {
  readonly onAnswer: (confirmed: boolean) => void
  /** What people call the provider; undefined for an account that is not linked to it. */
  readonly provider: string | undefined
}

/** For accounts that sign in without a password. */
function ProviderQuestion({ onAnswer, provider }: QuestionProps & { readonly provider: string }): ReactNode {
  const { hasPasskeys } = useSecondFactors()
  return (
    <Dialog keepOpen onClose={() => onAnswer(false)} title={t('reauthentication.provider_title')}>
      <p className="mb-4">{t('reauthentication.provider_hint', { provider })}</p>
      <div className="flex flex-wrap gap-3">
        <ProviderConfirmation onConfirmed={() => onAnswer(true)} provider={provider} />
        <Button onClick={() => onAnswer(false)}>{t('common.cancel')}</Button>
      </div>
      {hasPasskeys && <PasskeyConfirmation onConfirmed={() => onAnswer(true)} />}
    </Dialog>
  )
}

const EMPTY = { password: '', code: '' }

function PasswordQuestion({ onAnswer, provider }: QuestionProps): ReactNode {
  const { hasPasskeys, needsCode } = useSecondFactors()
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
      {hasPasskeys && <PasskeyConfirmation onConfirmed={() => onAnswer(true)} />}
      {provider !== undefined && !needsCode && (
        <div className="mt-4 border-t pt-4">
          <ProviderConfirmation onConfirmed={() => onAnswer(true)} provider={provider} />
        </div>
      )}
    </Dialog>
  )
}

function PasskeyConfirmation({ onConfirmed }: { readonly onConfirmed: () => void }): ReactNode {
  const passkey = useAction(reauthenticateWithPasskey)
  const prove = async () => {
    if (await passkey.run()) onConfirmed()
  }
  return (
    <div className="mt-4 grid gap-3 border-t pt-4">
      <Button busy={passkey.busy} onClick={() => void prove()}>
        {t('reauthentication.passkey')}
      </Button>
      {passkey.problem && <ProblemNotice onRetry={() => void prove()} problem={passkey.problem} />}
    </div>
  )
}

function useSecondFactors(): { readonly hasPasskeys: boolean; readonly needsCode: boolean } {
  const { data: factors } = useQuery(secondFactorsQuery)
  if (factors === undefined) return { hasPasskeys: false, needsCode: false }
  const { passkeys, passkeys_available } = factors
  return { hasPasskeys: passkeys_available && passkeys.length > 0, needsCode: hasSecondFactor(factors) }
}

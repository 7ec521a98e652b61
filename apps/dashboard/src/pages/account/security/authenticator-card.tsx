import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { answer, api, executed } from '../../../api/client.ts'
import { ApiProblem } from '../../../api/problem.ts'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { Form } from '../../../forms/form.tsx'
import { incomplete } from '../../../forms/incomplete.ts'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { t } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { TextField } from '../../../ui/field.tsx'
import { When } from '../../../ui/relative-time.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { showToast } from '../../../ui/toast.tsx'

interface AuthenticatorCardProps {
  /** Undefined where the account has no authenticator app. */
  readonly addedAt: string | undefined
  readonly onChanged: (secret?: string) => unknown
}

export function AuthenticatorCard({ addedAt, onChanged }: AuthenticatorCardProps): ReactNode {
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState(false)
  return (
    <Card
      actions={
        addedAt !== undefined && (
          <Button aria-label={t('security.app_remove')} onClick={() => setRemoving(true)} size="small">
            {t('common.remove')}
          </Button>
        )
      }
      description={t('security.app_hint')}
      title={t('security.app')}
    >
      {addedAt !== undefined && (
        <p>
          <When at={addedAt} id="security.added_at" />
        </p>
      )}
      {addedAt === undefined && !adding && (
        <Button onClick={() => setAdding(true)}>{t('security.app_add_start')}</Button>
      )}
      {addedAt === undefined && adding && (
        <Setup
          onAdded={(secret) => {
            setAdding(false)
            showToast(t('security.app_added'))
            return onChanged(secret)
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      {removing && (
        <ConfirmDialog
          call={(options) => api.DELETE('/api/v1/account/authenticator', { ...options })}
          confirmLabel={t('common.remove')}
          onClose={() => setRemoving(false)}
          toast={t('security.app_removed')}
          onExecuted={() => onChanged()}
          title={t('security.app_remove')}
        />
      )}
    </Card>
  )
}

interface SetupProps {
  readonly onAdded: (secret: string | undefined) => unknown
  readonly onCancel: () => void
}

function Setup({ onAdded, onCancel }: SetupProps): ReactNode {
  const setup = useQuery({
    queryKey: ['authenticator-setup'],
    queryFn: async () => (await answer(api.GET('/api/v1/account/authenticator/setup'))).data,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const form = useForm({
    initial: { values: { code: '' } },
    async save({ code }) {
      if (setup.data === undefined) throw incomplete([])
      if (code.trim() === '') throw incomplete([{ path: 'code', message: t('security.code_missing') }])
      const body = { setup: setup.data.setup, code }
      const { secret } = await executed(api.POST('/api/v1/account/authenticator', { body }))
      await onAdded(secret)
      return { values: { code: '' } }
    },
  })
  if (setup.error instanceof ApiProblem)
    return <ProblemNotice onRetry={() => void setup.refetch()} problem={setup.error} />
  if (setup.data === undefined) return <Loading lines={3} what={t('security.app')} />
  const { qr, secret } = setup.data
  return (
    <Form creates form={form} onCancel={onCancel} submitLabel={t('security.app_add')}>
      <p>{t('security.app_scan')}</p>
      <svg
        aria-label={t('security.app_qr')}
        className="size-48 rounded-control"
        role="img"
        shapeRendering="crispEdges"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
      >
        <rect fill="#fff" height={qr.size} width={qr.size} />
        <path d={qr.path} fill="#000" />
      </svg>
      <CodeBlock code={secret} label={t('security.app_key')} wrap />
      <TextField
        autoComplete="one-time-code"
        hint={t('security.app_code_hint')}
        inputMode="numeric"
        label={t('security.app_code')}
        {...form.field('code')}
      />
    </Form>
  )
}

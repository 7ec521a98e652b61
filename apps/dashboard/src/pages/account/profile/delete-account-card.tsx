import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api, executed, PREVIEW, previewed } from '../../../api/client.ts'
import { ApiProblem } from '../../../api/problem.ts'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { useAction } from '../../../forms/use-action.ts'
import { t } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField, VERBATIM } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** The impact is loaded only when the form is opened. */
export function DeleteAccountCard({ email }: { readonly email: string }): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <Card description={t('profile.delete_hint')} title={t('profile.delete')}>
      {open ? (
        <Confirmation email={email} />
      ) : (
        <Button onClick={() => setOpen(true)}>{t('profile.delete_start')}</Button>
      )}
    </Card>
  )
}

function Confirmation({ email }: { readonly email: string }): ReactNode {
  const [typed, setTyped] = useState('')
  const impact = useQuery({
    queryKey: ['account', 'deletion'],
    queryFn: () => previewed(api.DELETE('/api/v1/account', { headers: PREVIEW, body: { email } })),
    gcTime: 0,
    retry: false,
  })
  const deletion = useAction(() => executed(api.DELETE('/api/v1/account', { body: { email: typed } })))
  const isTyped = typed.trim().toLowerCase() === email
  const run = async () => {
    if (await deletion.run()) location.assign('/sign-in')
  }
  if (impact.error instanceof ApiProblem && impact.error.code === 'role_forbidden')
    return (
      <Notice title={t('team.last_owner_title')} tone="warning">
        {impact.error.detail}
      </Notice>
    )
  if (impact.error instanceof ApiProblem)
    return <ProblemNotice onRetry={() => void impact.refetch()} problem={impact.error} />
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isTyped) void run()
      }}
    >
      {impact.data && (
        <Notice tone="warning">
          {impact.data.warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
          <p>{t('common.irreversible')}</p>
        </Notice>
      )}
      <TextField {...VERBATIM} label={t('profile.delete_confirm', { email })} onChange={setTyped} value={typed} />
      {deletion.problem && <ProblemNotice onRetry={() => void run()} problem={deletion.problem} />}
      <div className="flex justify-end">
        <Button busy={deletion.busy} disabled={!isTyped || impact.data === undefined} kind="danger" submit>
          {t('profile.delete')}
        </Button>
      </div>
    </form>
  )
}

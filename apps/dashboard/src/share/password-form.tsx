import { type ReactNode, useState } from 'react'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { useAction } from '../forms/use-action.ts'
import { t } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField } from '../ui/field.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import type { LinkSession, OpenedLink } from './open-link.ts'

interface PasswordFormProps {
  readonly session: LinkSession
  readonly onOpened: (link: OpenedLink) => void
}

/** Asks for the password of a shared link. It stands above the router, so it guards nothing that is typed. */
export function PasswordForm({ session, onOpened }: PasswordFormProps): ReactNode {
  const [password, setPassword] = useState('')
  const action = useAction(async () => {
    const answer = await session.open(password)
    if (answer.state === 'open') onOpened(answer)
  })
  const wrong = action.problem?.errors.find(({ path }) => path === 'password')
  return (
    <div className="grid gap-4">
      <PageHeader description={t('share.password_why')} title={t('share.password_title')} />
      <Card>
        <form
          className="grid gap-4"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void action.run()
          }}
        >
          <TextField
            autoComplete="current-password"
            label={t('share.password')}
            onChange={setPassword}
            type="password"
            value={password}
            {...(wrong && { error: t('share.password_wrong') })}
          />
          {action.problem && wrong === undefined && (
            <ProblemNotice onRetry={() => void action.run()} problem={action.problem} />
          )}
          <div className="flex justify-end">
            <Button busy={action.busy} disabled={password === ''} kind="primary" submit>
              {t('share.password_submit')}
            </Button>
          </div>
        </form>
      </Card>
    </div>
  )
}

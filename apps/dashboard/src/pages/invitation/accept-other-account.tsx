import type { ReactNode } from 'react'
import { signOut } from '../../api/people.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { useAction } from '../../forms/use-action.ts'
import { t } from '../../messages/messages.ts'
import { T } from '../../messages/t.tsx'
import { Button } from '../../ui/button.tsx'

interface AcceptAsOtherProps {
  readonly email: string
  readonly signedInAs: string
  readonly onSignedOut: () => void
}

/** The invitation is for another account than the signed-in one. */
export function AcceptOtherAccount({ email, signedInAs, onSignedOut }: AcceptAsOtherProps): ReactNode {
  const action = useAction(async () => {
    await signOut()
    onSignedOut()
  })
  return (
    <div className="grid gap-4">
      <p>
        <T
          id="invitation.other_account"
          values={{ email: <strong>{email}</strong>, account: <strong>{signedInAs}</strong> }}
        />
      </p>
      {action.problem && <ProblemNotice onRetry={() => void action.run()} problem={action.problem} />}
      <div>
        <Button busy={action.busy} kind="primary" onClick={() => void action.run()}>
          {t('invitation.switch_account', { email })}
        </Button>
      </div>
    </div>
  )
}

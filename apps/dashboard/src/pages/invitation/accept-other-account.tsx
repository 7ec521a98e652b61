import type { ReactNode } from 'react'
import { signOut } from '../../api/people.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { useAction } from '../../forms/use-action.ts'
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
        This invitation is for <strong>{email}</strong>, and you are signed in as <strong>{signedInAs}</strong>.
      </p>
      {action.problem && <ProblemNotice onRetry={() => void action.run()} problem={action.problem} />}
      <div>
        <Button busy={action.busy} kind="primary" onClick={() => void action.run()}>
          Sign out and continue as {email}
        </Button>
      </div>
    </div>
  )
}

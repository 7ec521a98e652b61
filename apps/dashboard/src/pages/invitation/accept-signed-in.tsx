import type { ReactNode } from 'react'
import { acceptInvitation, type InvitationLink } from '../../api/people.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { useAction } from '../../forms/use-action.ts'
import { t } from '../../messages/messages.ts'
import { T } from '../../messages/t.tsx'
import { Button } from '../../ui/button.tsx'

interface AcceptAsMyselfProps {
  readonly email: string
  readonly link: InvitationLink
  readonly onAccepted: (product: string) => Promise<void>
}

export function AcceptSignedIn({ email, link, onAccepted }: AcceptAsMyselfProps): ReactNode {
  const action = useAction(async () => onAccepted((await acceptInvitation(link)).product))
  return (
    <div className="grid gap-4">
      <p>
        <T id="invitation.signed_in" values={{ email: <strong>{email}</strong> }} />
      </p>
      {action.problem && <ProblemNotice onRetry={() => void action.run()} problem={action.problem} />}
      <div>
        <Button busy={action.busy} kind="primary" onClick={() => void action.run()}>
          {t('invitation.accept')}
        </Button>
      </div>
    </div>
  )
}

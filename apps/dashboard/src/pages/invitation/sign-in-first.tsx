import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { T } from '../../messages/t.tsx'
import { signInPath } from '../../session/session-end.ts'
import { buttonClasses } from '../../ui/button.tsx'

/** This tab keeps the link, so sign-in returns here. */
export function SignInFirst({ email }: { readonly email: string }): ReactNode {
  return (
    <div className="grid gap-4">
      <p>
        <T id="invitation.for_account" values={{ email: <strong>{email}</strong> }} />
      </p>
      <p>
        <a className={buttonClasses('primary')} href={signInPath()}>
          {t('invitation.sign_in')}
        </a>
      </p>
    </div>
  )
}

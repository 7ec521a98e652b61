import type { ReactNode } from 'react'
import { signInPath } from '../../session/session-end.ts'
import { buttonClasses } from '../../ui/button.tsx'

/** This tab keeps the link, so sign-in returns here. */
export function SignInFirst({ email }: { readonly email: string }): ReactNode {
  return (
    <div className="grid gap-4">
      <p>
        This invitation is for the account <strong>{email}</strong>.
      </p>
      <p>
        <a className={buttonClasses('primary')} href={signInPath()}>
          Sign in to accept
        </a>
      </p>
    </div>
  )
}

import type { ReactNode } from 'react'
import { signInPath } from '../../session/session-end.ts'
import { buttonClasses } from '../../ui/button.tsx'

/** The link is kept by this tab, so the way leads back here. */
export function SignInFirst({ email }: { readonly email: string }): ReactNode {
  return (
    <div className="grid gap-4">
      <p>
        It is for <strong>{email}</strong>, who has an account here.
      </p>
      <p>
        <a className={buttonClasses('primary')} href={signInPath()}>
          Sign in to accept
        </a>
      </p>
    </div>
  )
}

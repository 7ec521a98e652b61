import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@footfall/accounts'
import type { FieldError } from '@footfall/core-domain'
import { html } from './html.ts'
import { field, hidden, layout, problemBox } from './layout.ts'

const PROBLEM = 'form-problem'

export function forgotPasswordPage({ email, problem }: { readonly email?: string; readonly problem?: string }): string {
  return layout(
    problem === undefined ? 'Forgot your password?' : 'Forgot your password: try again',
    html`<h1>Forgot your password?</h1>
<p class="muted">Enter your email address to get a link for choosing a new password.</p>
${problemBox(PROBLEM, problem)}<form method="post" action="/forgot-password">
${field({
  name: 'email',
  label: 'Email',
  type: 'email',
  autocomplete: 'username',
  value: email,
  describedBy: problem === undefined ? undefined : PROBLEM,
  autofocus: true,
})}<button class="wide">Send link</button>
</form>
<div class="foot"><p><a href="/sign-in">Back to sign-in</a></p></div>`,
  )
}

/** The same for every address. */
export function linkRequestedPage(): string {
  return layout(
    'Check your email',
    html`<h1>Check your email</h1>
<p>If there is an account with this address, a link to choose a new password is on its way. It works once, within one hour.</p>
<p class="muted">No email? Look into the spam folder, check the address, or ask the people who run this service.</p>
<div class="foot"><p><a href="/sign-in">Back to sign-in</a></p></div>`,
  )
}

/** Where the service cannot send mail, which is so for every address. */
export function noMailPage(): string {
  return layout(
    'Forgot your password?',
    html`<h1>Forgot your password?</h1>
<p>This service cannot send email. Ask the people who run it for a new password; they type:</p>
<p><code>footfall account reset-password --email you@example.com</code></p>
<div class="foot"><p><a href="/sign-in">Back to sign-in</a></p></div>`,
  )
}

interface ResetForm {
  /** A code that was accepted beside a password that was not. */
  readonly code?: string
  readonly problem?: string
  readonly errors?: readonly FieldError[]
}

export function resetPasswordPage({ code, problem, errors = [] }: ResetForm): string {
  const [wrong] = errors
  return layout(
    problem === undefined && wrong === undefined ? 'Choose a new password' : 'Choose a new password: try again',
    html`<h1>Choose a new password</h1>
<p class="muted">This signs you out everywhere and ends your access tokens, issued product keys and connected apps.</p>
${problemBox(PROBLEM, problem)}<form method="post" action="/reset-password">
${
  code === undefined
    ? field({
        name: 'code',
        label: 'Code from the email',
        type: 'text',
        autocomplete: 'off',
        describedBy: problem === undefined ? undefined : PROBLEM,
        autofocus: true,
      })
    : hidden('code', code)
}${field({
  name: 'password',
  label: 'New password',
  type: 'password',
  autocomplete: 'new-password',
  hint: PASSWORD_HINT,
  problem: wrong && `Password ${wrong.message}.`,
  autofocus: code !== undefined,
})}<button class="wide">Set password</button>
</form>
<div class="foot"><p><a href="/forgot-password">Ask for a new link</a></p></div>
<script src="/assets/reset-password.js"></script>`,
  )
}

const PASSWORD_HINT = `From ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters. A few unrelated words make a good one.`

export function passwordResetPage(): string {
  return layout(
    'Your password is changed',
    html`<h1>Your password is changed</h1>
<p>Every browser is signed out. Sign in with the new password.</p>
<p><a href="/sign-in">Sign in</a></p>`,
  )
}

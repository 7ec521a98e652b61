import type { FieldError } from '@footfall/core-domain'
import { html } from './html.ts'
import { field, hidden, layout, PASSWORD_HINT, problemBox } from './layout.ts'

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

/** The same page for every address, so that it does not reveal which addresses have accounts. */
export function linkRequestedPage(): string {
  return layout(
    'Check your email',
    html`<h1>Check your email</h1>
<p>If an account has this address, we sent it a link to choose a new password. The link works once, within one hour.</p>
<p class="muted">No email? Check your spam folder and the address, or ask the operator of this service.</p>
<div class="foot"><p><a href="/sign-in">Back to sign-in</a></p></div>`,
  )
}

/** If the service cannot send email; the same page for every address. */
export function noMailPage(): string {
  return layout(
    'Forgot your password?',
    html`<h1>Forgot your password?</h1>
<p>This service cannot send email. Ask its operator to set a new password with this command:</p>
<pre tabindex="0"><code>footfall account reset-password --email you@example.com</code></pre>
<div class="foot"><p><a href="/sign-in">Back to sign-in</a></p></div>`,
  )
}

interface ResetForm {
  /** The posted code, if only the password was rejected. */
  readonly code?: string
  readonly problem?: string
  readonly errors?: readonly FieldError[]
}

export function resetPasswordPage({ code, problem, errors = [] }: ResetForm): string {
  const [wrong] = errors
  return layout(
    problem === undefined && wrong === undefined ? 'Choose a new password' : 'Choose a new password: try again',
    html`<h1>Choose a new password</h1>
<p class="muted">This signs you out everywhere and ends your access tokens, issued Website API keys and connected apps.</p>
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
<div class="foot"><p><a href="/forgot-password">Request a new link</a></p></div>
<script src="/assets/reset-password.js"></script>`,
  )
}

export function passwordResetPage(): string {
  return layout(
    'Password changed',
    html`<h1>Password changed</h1>
<p>All browsers are signed out. Sign in with the new password.</p>
<p><a href="/sign-in">Sign in</a></p>`,
  )
}

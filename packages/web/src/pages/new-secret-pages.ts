import type { Account, Secret } from '@footfall/core-domain'
import { html } from './html.ts'
import { hidden, layout } from './layout.ts'

/** Asks first, since the secret is shown once. */
export function newSecretPage({ name, email }: Account): string {
  return layout(
    'New secret',
    html`<h1>A new secret for you</h1>
<p>An application with a token of <strong>${name}</strong> (${email}) made a new token or API key. Its secret is shown once, so have the place
ready where you will keep it.</p>
<form method="post">
<button class="wide" name="show" value="once">Show the secret</button>
</form>
<div class="foot"><p>If you did not ask for this, revoke the new token or key in the dashboard.</p></div>`,
  )
}

export function secretShownPage(secret: Secret): string {
  return layout(
    'New secret',
    html`<h1>Your new secret</h1>
<p>Copy it now: it is not shown again, and the application that had it made did not get it.</p>
<p><code class="secret" tabindex="0" aria-label="Secret">${secret.reveal()}</code></p>
<div class="foot"><p>Keep it out of conversations with an agent.</p></div>`,
  )
}

export function shownBeforePage(): string {
  return layout(
    'Secret shown before',
    html`<h1>This secret was shown before</h1>
<p>It is shown once and not kept. If you did not see it, revoke the new token or key in the dashboard, and make another.</p>`,
  )
}

/** The same for a secret of another account, an unknown one and an expired one. */
export function noSecretPage(): string {
  return layout(
    'No secret here',
    html`<h1>No secret is here for you</h1>
<p>A new secret can be seen for ten minutes, by the person in whose name it was made. If you missed it, revoke the new token or key in the
dashboard, and make another.</p>`,
  )
}

/** Leads to the sign-in, and back to the page. */
export function signInAgainPage({ email }: Account, back: string): string {
  return layout(
    'Sign in again',
    html`<h1>Sign in again</h1>
<p>A new secret is shown only within ten minutes of a sign-in. You are signed in as <strong>${email}</strong>.</p>
<form method="post" action="/sign-out">
${hidden('where', 'here')}${hidden('next', back)}<button class="wide">Sign in again</button>
</form>`,
  )
}

import { type Html, html } from './html.ts'
import { field, hidden, layout, problemBox } from './layout.ts'
import { passkeyButton } from './passkey-button.ts'

const PROBLEM = 'form-problem'

interface SecondStepForm {
  readonly next: string | undefined
  /** Whether codes of an authenticator app can be checked. */
  readonly authenticator: boolean
  readonly passkeys: boolean
  readonly problem?: string
}

/** The second step of a sign-in. Works without scripts, except for passkeys. */
export function secondStepPage({ next, authenticator, passkeys, problem }: SecondStepForm): string {
  const describedBy = problem === undefined ? undefined : PROBLEM
  return layout(
    problem === undefined ? 'Second factor' : 'Second factor: try again',
    html`<h1>Second factor</h1>
<p class="muted">${hintFor(authenticator, passkeys)}</p>
${problemBox(PROBLEM, problem)}<form method="post" action="/sign-in/second-factor">
${hidden('next', next)}${field({
  name: 'code',
  label: authenticator ? 'Code' : 'Recovery code',
  type: 'text',
  autocomplete: 'one-time-code',
  describedBy,
  autofocus: true,
})}<button class="wide">Continue</button>
</form>
${passkeys && passkeyButton(next)}<div class="foot"><p>Lost your second factor? Use a recovery code, or ask the operator of this service.</p><p><a href="/sign-in">Sign in with another account</a></p></div>`,
  )
}

function hintFor(authenticator: boolean, passkeys: boolean): string {
  if (authenticator) return 'Enter the code from your authenticator app, or a recovery code.'
  return passkeys ? 'Use your passkey, or enter a recovery code.' : 'Enter a recovery code.'
}

interface SetupForm {
  readonly next: string | undefined
  readonly setup: string
  readonly secret: string
  readonly qr: { readonly size: number; readonly path: string }
  /** How the browser makes a passkey; absent where browsers offer none. */
  readonly passkey?: { readonly setup: string; readonly options: unknown } | undefined
  readonly problem?: string
}

/** Where a person sets up the second factor that the service requires. */
export function setUpFactorPage({ next, setup, secret, qr, passkey, problem }: SetupForm): string {
  return layout(
    problem === undefined ? 'Set up a second factor' : 'Set up a second factor: try again',
    html`<h1>Set up a second factor</h1>
<p class="muted">This service requires one. Scan the code with an authenticator app, then enter the code that the app shows.</p>
${problemBox(PROBLEM, problem)}<div class="qr"><svg viewBox="0 0 ${qr.size} ${qr.size}" role="img" aria-label="QR code for the authenticator app" shape-rendering="crispEdges"><rect width="${qr.size}" height="${qr.size}" fill="#fff"/><path d="${qr.path}" fill="#000"/></svg></div>
<p>Or enter this key in the app: <code>${secret}</code></p>
<form method="post" action="/set-up-second-factor">
${hidden('next', next)}${hidden('setup', setup)}${field({
  name: 'code',
  label: 'Code from the app',
  type: 'text',
  autocomplete: 'one-time-code',
  describedBy: problem === undefined ? undefined : PROBLEM,
  autofocus: true,
})}<button class="wide">Add authenticator app</button>
</form>
${passkey && passkeySetup(next, passkey)}<div class="foot"><form method="post" action="/sign-out"><button class="link">Sign out</button></form></div>`,
  )
}

/** A form that its script shows where the browser knows passkeys, and sends with the new one. */
function passkeySetup(next: string | undefined, { setup, options }: { setup: string; options: unknown }): Html {
  return html`<form method="post" action="/set-up-second-factor" id="passkey" data-options="${JSON.stringify(options)}" hidden>
${hidden('next', next)}${hidden('setup', setup)}<input type="hidden" name="passkey">
<p class="or">or</p>
<button class="wide secondary" type="button">Add a passkey</button>
<div class="problem" role="alert" hidden><p></p></div>
</form>
<script src="/assets/passkey-set-up.js" type="module"></script>
`
}

/** The recovery codes after a first second factor. They are shown once. */
export function recoveryCodesPage({
  next,
  codes,
}: {
  readonly next: string
  readonly codes: readonly string[]
}): string {
  return layout(
    'Recovery codes',
    html`<h1>Save your recovery codes</h1>
<p>If you lose your second factor, each of these codes signs you in once. Store them with your passwords: they are not shown again.</p>
<ul class="codes">
${codes.map((code) => html`<li><code>${code}</code></li>\n`)}</ul>
<p><a href="${next}">Continue</a></p>`,
  )
}

import { type Timestamp, timestamp } from '@footfall/core-domain'
import { instantInWords } from '@footfall/kernel'
import type { DeviceDecidedView, DeviceEntryView, DeviceView } from '@footfall/oauth-server'
import { type Html, html } from '../pages/html.ts'
import { hidden, layout, problemBox } from '../pages/layout.ts'
import { grantFields } from './consent-page.ts'
import {
  decisionForm,
  type OfferedProduct,
  PROBLEM,
  productChoices,
  scopeChoices,
  scopeList,
  signedInAs,
  unverifiedName,
} from './consent-parts.ts'
import { limitsFieldset } from './limits-form.ts'

export const SCOPE_FIELD = 'scope'
export const ALL_PRODUCTS_FIELD = 'all_products'
export const EXPIRY_FIELD = 'expires_days'
export const EXPIRY_DAYS = [1, 7, 30, 90, 365] as const
const EXPIRY_DEFAULT = 90

/** The page on which a person enters the code that their device shows. */
export function deviceEntryPage({ form, problem }: DeviceEntryView): string {
  const wrong = problem !== undefined
  return layout(
    wrong ? 'Connect a device: try again' : 'Connect a device',
    html`<h1>Connect a device</h1>
<p class="muted">Enter the code that your device or terminal shows.</p>
${problemBox(PROBLEM, problem)}<form method="get" action="${form.action}">
<div class="field">
<label for="code">Code</label>
<input id="code" class="code" name="${form.field}" type="text" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="32" placeholder="XXXX-XXXX" required autofocus${
      wrong && html` aria-invalid="true" aria-describedby="${PROBLEM}"`
    }>
</div>
<button class="wide">Continue</button>
</form>
<div class="foot"><p>Never enter a code that somebody sent you.</p></div>`,
  )
}

interface Asked {
  readonly view: DeviceView
  readonly products: readonly OfferedProduct[]
  readonly hidden: readonly { readonly name: string; readonly value: string }[]
  /** The address of this browser, which the person can compare. */
  readonly address: string | undefined
  readonly now: number
}

/** The page of a device's request. It says who asks, because somebody else may have started it and sent the code (phishing). */
export function deviceRequestPage(asked: Asked): string {
  const { view, products } = asked
  const { client, form, account, problem } = view
  const own = client.kind === 'own'
  return layout(
    problem === undefined ? `Connect ${client.name}` : `Connect ${client.name}: try again`,
    html`<h1>Connect “<bdi>${client.name}</bdi>”?</h1>
${!own && unverifiedName()}${problemBox(PROBLEM, problem)}${deviceFacts(asked)}<div class="warning"><p><strong>Did you start this yourself?</strong> Allow it only if you did, just now, and your device shows this code. Whoever started it gets access in your name.</p></div>
${own ? '' : html`<h2>It requests permission to</h2>\n${scopeList(view.scopes)}`}${decisionForm(
  form,
  asked.hidden,
  own ? tokenFields(products, view) : grantFields(products, view),
  own || products.length > 0,
)}${signedInAs(account.label)}`,
  )
}

function deviceFacts({ view, address, now }: Asked): Html {
  const { client, deviceName, origin, startedAt, userCode } = view
  return html`<dl class="facts">
<div><dt>Code</dt>
<dd><strong class="code">${userCode}</strong></dd></div>
${
  client.kind === 'metadata_document' &&
  html`<div><dt>Published by</dt>
<dd>${new URL(client.id).host}</dd></div>
`
}${
  deviceName !== undefined &&
  html`<div><dt>Device</dt>
<dd>“<bdi>${deviceName}</bdi>” <span class="muted small">its own name, unverified</span></dd></div>
`
}${
  origin !== undefined &&
  html`<div><dt>Started from</dt>
<dd><strong>${origin}</strong> <span class="muted small">${origin === address ? 'the address of this browser' : `not the address of this browser${address === undefined ? '' : `, ${address}`}`}</span></dd></div>
`
}<div><dt>Started at</dt>
<dd>${startedText(startedAt, now)}</dd></div>
</dl>
`
}

function startedText(startedAt: number, now: number): string {
  const minutes = Math.floor((now - startedAt) / 60_000)
  const ago = minutes < 1 ? 'less than a minute ago' : minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
  const at: Timestamp = timestamp(startedAt)
  return `${instantInWords(at)}, ${ago}`
}

/** What a person chooses for an account token. */
function tokenFields(products: readonly OfferedProduct[], { scopes, form, problem }: DeviceView): Html {
  const { posted } = form
  const all = html`<label class="choice"><input type="checkbox" name="${ALL_PRODUCTS_FIELD}" value="1"${
    posted?.has(ALL_PRODUCTS_FIELD) && html` checked`
  }> <span>All products, also those added later</span></label>
`
  const hint = 'Choose all, or at least one. Access is limited by your role.'
  return html`<h2>It gets an account token that can</h2>
${scopeChoices(SCOPE_FIELD, scopes, posted)}${productChoices({ products, posted, wrong: problem !== undefined, hint, first: all })}${expiryField(posted)}${limitsFieldset(posted, 'token')}`
}

function expiryField(posted: URLSearchParams | undefined): Html {
  const chosen = posted?.get(EXPIRY_FIELD) ?? String(EXPIRY_DEFAULT)
  const option = (days: number) =>
    html`<option value="${days}"${String(days) === chosen && html` selected`}>${days === 1 ? '1 day' : `${days} days`}</option>
`
  return html`<div class="field">
<label for="expires">Ends after</label>
<select id="expires" name="${EXPIRY_FIELD}">
${EXPIRY_DAYS.map(option)}</select>
</div>
`
}

export function deviceDecidedPage({ allowed, clientName }: DeviceDecidedView): string {
  return layout(
    allowed ? 'Device allowed' : 'Device denied',
    allowed
      ? html`<h1>Done</h1>
<p>“<bdi>${clientName}</bdi>” is allowed. Return to your device: it goes on by itself.</p>
<div class="foot"><p>You can end this access at any time in the <a href="/">dashboard</a>.</p></div>`
      : html`<h1>Denied</h1>
<p>“<bdi>${clientName}</bdi>” gets no access. If you did not start this, somebody may have tried to trick you: tell the people who run this service.</p>`,
  )
}

/** An account token is given only shortly after a sign-in, as every new secret. */
export function deviceSignInAgainPage(label: string, back: string): string {
  return layout(
    'Sign in again',
    html`<h1>Sign in again</h1>
<p>A device gets an account token only within ten minutes of a sign-in. You are signed in as <strong>${label}</strong>.</p>
<form method="post" action="/sign-out">
${hidden('where', 'here')}${hidden('next', back)}<button class="wide">Sign in again</button>
</form>`,
  )
}

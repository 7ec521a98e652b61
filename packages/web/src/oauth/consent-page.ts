import type { ProductId, Role } from '@footfall/core-domain'
import type { ConsentView } from '@footfall/oauth-server'
import { isScope } from '@footfall/scopes-policy'
import { type Html, html } from '../pages/html.ts'
import { hidden, layout, problemBox } from '../pages/layout.ts'
import { changesSomething, SCOPE_WORDS } from '../pages/scope-words.ts'

/** The name of each checkbox. */
export const PRODUCT_FIELD = 'product'
const PROBLEM = 'form-problem'

/** A product that the person may let the application work on. */
export interface OfferedProduct {
  readonly id: ProductId
  readonly name: string
  readonly role: Role
}

interface Consent {
  readonly view: ConsentView
  readonly products: readonly OfferedProduct[]
  /** More fields of ours that the form carries. */
  readonly hidden: readonly { readonly name: string; readonly value: string }[]
}

/** What an application asks for, put to the person who decides. Everything that the application says is quoted as such. */
export function consentPage({ view, products, hidden: own }: Consent): string {
  const { client, form, account, problem } = view
  return layout(
    problem === undefined ? `Connect ${client.name}` : `Connect ${client.name}: try again`,
    html`<h1>Connect “<bdi>${client.name}</bdi>”?</h1>
<p><span class="badge">Unverified name</span> <span class="muted small">chosen by the application</span></p>
${problemBox(PROBLEM, problem)}${whereItRuns(view)}${view.redirectsToLoopback && loopbackWarning()}<h2>It asks to</h2>
${scopesInWords(view.scopes)}<form method="post" action="${form.action}">
${[...form.hidden, ...own].map(({ name, value }) => hidden(name, value))}${
  products.length === 0 ? noProduct() : choices(products, view)
}<div class="actions">
${products.length > 0 && html`<button name="${form.decision.name}" value="${form.decision.allow}">Allow</button>\n`}<button class="secondary" name="${form.decision.name}" value="${form.decision.deny}">Deny</button>
</div>
</form>
<div class="foot"><p>You are signed in as ${account.label}.</p>
<form method="post" action="/sign-out"><button class="link">Sign out</button></form></div>`,
  )
}

function whereItRuns({ client, redirectHost }: ConsentView): Html {
  return html`<dl class="facts">
${
  client.kind === 'metadata_document' &&
  html`<dt>Describes itself at</dt>
<dd>${new URL(client.id).host}</dd>
`
}<dt>Sends you back to</dt>
<dd><strong>${redirectHost}</strong></dd>
</dl>
`
}

function loopbackWarning(): Html {
  return html`<div class="warning"><p><strong>It runs on this computer.</strong> Any program here could pose as it. Allow it only if you started connecting yourself, just now.</p></div>
`
}

function scopesInWords(scopes: readonly string[]): Html {
  const inWords = (scope: string) => (isScope(scope) ? SCOPE_WORDS[scope] : scope)
  const item = (scope: string) =>
    html`<li>${changesSomething(scope) ? html`<strong>${inWords(scope)}</strong>` : inWords(scope)}</li>\n`
  const reading = scopes.filter((scope) => !changesSomething(scope))
  const writing = scopes.filter(changesSomething)
  return html`<ul class="scopes">
${[...reading, ...writing].map(item)}</ul>
`
}

function choices(products: readonly OfferedProduct[], { form, problem }: ConsentView): Html {
  const chosen = new Set(form.posted?.getAll(PRODUCT_FIELD))
  const wrong = problem !== undefined
  const choice = ({ id, name, role }: OfferedProduct) =>
    html`<label class="choice"><input type="checkbox" name="${PRODUCT_FIELD}" value="${id}"${
      chosen.has(id) && html` checked`
    }> <span>${name}</span> <span class="role muted small">${role}</span></label>
`
  return html`<fieldset aria-describedby="${wrong && `${PROBLEM} `}products-hint">
<legend>On which products?</legend>
<p class="explained hint" id="products-hint">Choose at least one. It never can do more than your own role allows, and access ends after 90 days.</p>
<div class="choices${wrong && ' wrong'}">
${products.map(choice)}</div>
</fieldset>
`
}

function noProduct(): Html {
  return html`<div class="warning"><p><strong>You have no product yet,</strong> so there is nothing to connect. Create one with an account token (<a href="/docs">API reference</a>), or have an owner invite you; then connect again from the application.</p></div>
`
}

import type { ProductId, Role } from '@footfall/core-domain'
import type { ConsentView } from '@footfall/oauth-server'
import { isWriteScope, scopeDescription } from '@footfall/operations'
import { type Html, html } from '../pages/html.ts'
import { hidden, layout, problemBox } from '../pages/layout.ts'
import { limitsFieldset } from './limits-form.ts'

/** The name of each checkbox. */
export const PRODUCT_FIELD = 'product'
const PROBLEM = 'form-problem'

/** A product that the person can grant access to. */
export interface OfferedProduct {
  readonly id: ProductId
  readonly name: string
  readonly role: Role
}

interface Consent {
  readonly view: ConsentView
  readonly products: readonly OfferedProduct[]
  /** Additional hidden fields. */
  readonly hidden: readonly { readonly name: string; readonly value: string }[]
}

/** The consent page. Text from the application is shown as quoted, unverified text. */
export function consentPage({ view, products, hidden: extra }: Consent): string {
  const { client, form, account, problem } = view
  return layout(
    problem === undefined ? `Connect ${client.name}` : `Connect ${client.name}: try again`,
    html`<h1>Connect “<bdi>${client.name}</bdi>”?</h1>
<p><span class="badge">Unverified name</span> <span class="muted small">chosen by the application</span></p>
${problemBox(PROBLEM, problem)}${clientFacts(view)}${view.redirectsToLoopback && loopbackWarning()}<h2>It requests permission to</h2>
${scopeList(view.scopes)}<form method="post" action="${form.action}">
${[...form.hidden, ...extra].map(({ name, value }) => hidden(name, value))}${
  products.length === 0 ? noProducts() : html`${choices(products, view)}${limitsFieldset(form.posted)}`
}<div class="actions">
${products.length > 0 && html`<button name="${form.decision.name}" value="${form.decision.allow}">Allow</button>\n`}<button class="secondary" name="${form.decision.name}" value="${form.decision.deny}">Deny</button>
</div>
</form>
<div class="foot"><p>You are signed in as ${account.label}.</p>
<form method="post" action="/sign-out"><button class="link">Sign out</button></form></div>`,
  )
}

function clientFacts({ client, redirectHost }: ConsentView): Html {
  return html`<dl class="facts">
${
  client.kind === 'metadata_document' &&
  html`<div><dt>Published by</dt>
<dd>${new URL(client.id).host}</dd></div>
`
}<div><dt>Redirects you to</dt>
<dd><strong>${redirectHost}</strong></dd></div>
</dl>
`
}

function loopbackWarning(): Html {
  return html`<div class="warning"><p><strong>It runs on this computer.</strong> Any program on it could impersonate the application. Allow access only if you started connecting it yourself.</p></div>
`
}

/** Separates reading from changing, so that nobody overlooks the changes. */
function scopeList(scopes: readonly string[]): Html {
  const reading = scopes.filter((scope) => !isWriteScope(scope))
  const writing = scopes.filter(isWriteScope)
  return html`${reading.length > 0 && scopeGroup('Read', reading)}${writing.length > 0 && scopeGroup('Change', writing)}`
}

function scopeGroup(heading: string, scopes: readonly string[]): Html {
  const item = (scope: string) => {
    const description = scopeDescription(scope)
    return html`<li>${isWriteScope(scope) ? html`<strong>${description}</strong>` : description}</li>\n`
  }
  return html`<h3>${heading}</h3>
<ul class="scopes">
${scopes.map(item)}</ul>
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
<legend>Products</legend>
<p class="explained hint" id="products-hint">Choose at least one. Access is limited by your role and ends after 90 days.</p>
<div class="choices${wrong && ' wrong'}">
${products.map(choice)}</div>
</fieldset>
`
}

function noProducts(): Html {
  return html`<div class="warning"><p><strong>You have no products yet.</strong> Create one in the <a href="/">dashboard</a> or ask an owner to invite you. Then connect again from the application.</p></div>
`
}

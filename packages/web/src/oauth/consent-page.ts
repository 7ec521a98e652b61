import { isTextKey, type ProductId, type Role } from '@footfall/core-domain'
import type { ConsentView } from '@footfall/oauth-server'
import { isWriteScope } from '@footfall/operations'
import { type Html, html } from '../pages/html.ts'
import { hidden, layout, problemBox } from '../pages/layout.ts'
import { titleOf } from '../pages/sign-in-pages.ts'
import type { Page, Words } from '../pages/words.ts'
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
export function consentPage({ view, products, hidden: extra }: Consent): Page {
  const { client, form, account, problem } = view
  return (words) => {
    const { say } = words
    return layout(
      words,
      titleOf(words, say('consent.title', { name: client.name }), problem !== undefined),
      html`<h1>${words.mark('consent.heading', { name: client.name }, { name: (name) => html`<bdi>${name}</bdi>` })}</h1>
<p><span class="badge">${say('consent.unverified')}</span> <span class="muted small">${say('consent.unverified_hint')}</span></p>
${problemBox(PROBLEM, problem)}${clientFacts(view, words)}${view.redirectsToLoopback && loopbackWarning(words)}<h2>${say('consent.requests')}</h2>
${scopeList(view.scopes, words)}<form method="post" action="${form.action}">
${[...form.hidden, ...extra].map(({ name, value }) => hidden(name, value))}${
  products.length === 0
    ? noProducts(words)
    : html`${choices(products, view, words)}${limitsFieldset(form.posted, words)}`
}<div class="actions">
${products.length > 0 && html`<button name="${form.decision.name}" value="${form.decision.allow}">${say('consent.allow')}</button>\n`}<button class="secondary" name="${form.decision.name}" value="${form.decision.deny}">${say('consent.deny')}</button>
</div>
</form>
<div class="foot"><p>${say('consent.signed_in_as', { account: account.label })}</p>
<form method="post" action="/sign-out"><button class="link">${say('common.sign_out')}</button></form></div>`,
    )
  }
}

function clientFacts({ client, redirectHost }: ConsentView, { say }: Words): Html {
  return html`<dl class="facts">
${
  client.kind === 'metadata_document' &&
  html`<div><dt>${say('consent.published_by')}</dt>
<dd>${new URL(client.id).host}</dd></div>
`
}<div><dt>${say('consent.redirects_to')}</dt>
<dd><strong>${redirectHost}</strong></dd></div>
</dl>
`
}

function loopbackWarning({ mark }: Words): Html {
  return html`<div class="warning"><p>${mark('consent.loopback')}</p></div>
`
}

/** Separates reading from changing, so that nobody overlooks the changes. */
function scopeList(scopes: readonly string[], words: Words): Html {
  const reading = scopes.filter((scope) => !isWriteScope(scope))
  const writing = scopes.filter(isWriteScope)
  return html`${reading.length > 0 && scopeGroup(words.say('consent.read'), reading, words)}${writing.length > 0 && scopeGroup(words.say('consent.change'), writing, words)}`
}

function scopeGroup(heading: string, scopes: readonly string[], { say }: Words): Html {
  const item = (name: string) => {
    const key = `scope.${name}`
    const description = isTextKey(key) ? say(key) : name
    return html`<li>${isWriteScope(name) ? html`<strong>${description}</strong>` : description}</li>\n`
  }
  return html`<h3>${heading}</h3>
<ul class="scopes">
${scopes.map(item)}</ul>
`
}

function choices(products: readonly OfferedProduct[], { form, problem }: ConsentView, { say }: Words): Html {
  const chosen = new Set(form.posted?.getAll(PRODUCT_FIELD))
  const wrong = problem !== undefined
  const choice = ({ id, name, role }: OfferedProduct) =>
    html`<label class="choice"><input type="checkbox" name="${PRODUCT_FIELD}" value="${id}"${
      chosen.has(id) && html` checked`
    }> <span>${name}</span> <span class="role muted small">${say(`role.${role}`)}</span></label>
`
  return html`<fieldset aria-describedby="${wrong && `${PROBLEM} `}products-hint">
<legend>${say('consent.products')}</legend>
<p class="explained hint" id="products-hint">${say('consent.products_hint')}</p>
<div class="choices${wrong && ' wrong'}">
${products.map(choice)}</div>
</fieldset>
`
}

function noProducts({ mark }: Words): Html {
  const text = mark('consent.no_products', {}, { link: (name) => html`<a href="/">${name}</a>` })
  return html`<div class="warning"><p>${text}</p></div>
`
}

import { isTextKey, type ProductId, type Role } from '@footfall/core-domain'
import type { DecisionForm } from '@footfall/oauth-server'
import { isWriteScope } from '@footfall/operations'
import { type Html, html } from '../pages/html.ts'
import { hidden } from '../pages/layout.ts'
import type { Words } from '../pages/words.ts'

/** Parts of the pages on which a person decides about an application or a device. */

/** The name of each checkbox. */
export const PRODUCT_FIELD = 'product'
/** The id of the box that says what is wrong with the form. */
export const PROBLEM = 'form-problem'

/** A product that the person can grant access to. */
export interface OfferedProduct {
  readonly id: ProductId
  readonly name: string
  readonly role: Role
}

interface HiddenField {
  readonly name: string
  readonly value: string
}

export function unverifiedName({ say }: Words): Html {
  return html`<p><span class="badge">${say('consent.unverified')}</span> <span class="muted small">${say('consent.unverified_hint')}</span></p>
`
}

/** The form with both buttons; without **Allow** where there is nothing to grant. */
export function decisionForm(
  { action, hidden: bound, decision }: DecisionForm,
  extra: readonly HiddenField[],
  fields: Html,
  mayAllow: boolean,
  { say }: Words,
): Html {
  return html`<form method="post" action="${action}">
${[...bound, ...extra].map(({ name, value }) => hidden(name, value))}${fields}<div class="actions">
${mayAllow && html`<button name="${decision.name}" value="${decision.allow}">${say('consent.allow')}</button>\n`}<button class="secondary" name="${decision.name}" value="${decision.deny}">${say('consent.deny')}</button>
</div>
</form>
`
}

export function signedInAs(label: string, { say }: Words): Html {
  return html`<div class="foot"><p>${say('consent.signed_in_as', { account: label })}</p>
<form method="post" action="/sign-out"><button class="link">${say('common.sign_out')}</button></form></div>`
}

/** Separates reading from changing, so that nobody overlooks the changes. */
export function scopeList(scopes: readonly string[], words: Words): Html {
  return inGroups(
    scopes,
    (heading, group) => html`<h3>${heading}</h3>
<ul class="scopes">
${group.map((scope) => html`<li>${describedScope(scope, words)}</li>\n`)}</ul>
`,
    words,
  )
}

function inGroups(
  scopes: readonly string[],
  groupOf: (heading: string, scopes: readonly string[]) => Html,
  { say }: Words,
): Html {
  const reading = scopes.filter((scope) => !isWriteScope(scope))
  const writing = scopes.filter(isWriteScope)
  return html`${reading.length > 0 && groupOf(say('consent.read'), reading)}${writing.length > 0 && groupOf(say('consent.change'), writing)}`
}

function describedScope(scope: string, { say }: Words): Html {
  const key = `scope.${scope}`
  const description = isTextKey(key) ? say(key) : scope
  return isWriteScope(scope) ? html`<strong>${description}</strong>` : html`${description}`
}

/** The same as checkboxes, all checked at first. */
export function scopeChoices(
  field: string,
  scopes: readonly string[],
  posted: URLSearchParams | undefined,
  words: Words,
): Html {
  const chosen = new Set(posted?.getAll(field) ?? scopes)
  const choice = (scope: string) =>
    html`<label class="choice"><input type="checkbox" name="${field}" value="${scope}"${
      chosen.has(scope) && html` checked`
    }> <span>${describedScope(scope, words)}</span></label>
`
  return inGroups(
    scopes,
    (heading, group) => html`<fieldset>
<legend>${heading}</legend>
<div class="choices whole">
${group.map(choice)}</div>
</fieldset>
`,
    words,
  )
}

interface ProductChoices {
  readonly products: readonly OfferedProduct[]
  readonly posted: URLSearchParams | undefined
  /** Whether the form was rejected. */
  readonly wrong: boolean
  readonly hint: string
  /** A choice before the products. */
  readonly first?: Html
}

export function productChoices({ products, posted, wrong, hint, first }: ProductChoices, { say }: Words): Html {
  const chosen = new Set(posted?.getAll(PRODUCT_FIELD))
  const choice = ({ id, name, role }: OfferedProduct) =>
    html`<label class="choice"><input type="checkbox" name="${PRODUCT_FIELD}" value="${id}"${
      chosen.has(id) && html` checked`
    }> <span>${name}</span> <span class="role muted small">${say(`role.${role}`)}</span></label>
`
  return html`<fieldset aria-describedby="${wrong && `${PROBLEM} `}products-hint">
<legend>${say('consent.products')}</legend>
<p class="explained hint" id="products-hint">${hint}</p>
<div class="choices${wrong && ' wrong'}">
${first}${products.map(choice)}</div>
</fieldset>
`
}

export function noProducts({ mark }: Words): Html {
  const text = mark('consent.no_products', {}, { link: (name) => html`<a href="/">${name}</a>` })
  return html`<div class="warning"><p>${text}</p></div>
`
}

import { MINUTE_MS } from '@footfall/core-domain'
import type { DeviceDecidedView, DeviceEntryView, DeviceView } from '@footfall/oauth-server'
import { type Html, html } from '../pages/html.ts'
import { hidden, layout, problemBox } from '../pages/layout.ts'
import { titleOf } from '../pages/sign-in-pages.ts'
import type { Page, Words } from '../pages/words.ts'
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
export function deviceEntryPage({ form, problem }: DeviceEntryView): Page {
  const wrong = problem !== undefined
  return (words) => {
    const { say } = words
    return layout(
      words,
      titleOf(words, say('device.title'), wrong),
      html`<h1>${say('device.title')}</h1>
<p class="muted">${say('device.hint')}</p>
${problemBox(PROBLEM, problem)}<form method="get" action="${form.action}">
<div class="field">
<label for="code">${say('device.code')}</label>
<input id="code" class="code" name="${form.field}" type="text" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="32" placeholder="XXXX-XXXX" required autofocus${
        wrong && html` aria-invalid="true" aria-describedby="${PROBLEM}"`
      }>
</div>
<button class="wide">${say('common.continue')}</button>
</form>
<div class="foot"><p>${say('device.never_sent')}</p></div>`,
    )
  }
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
export function deviceRequestPage(asked: Asked): Page {
  const { view, products } = asked
  const { client, form, account, problem } = view
  const own = client.kind === 'own'
  return (words) => {
    const { say, mark } = words
    return layout(
      words,
      titleOf(words, say('consent.title', { name: client.name }), problem !== undefined),
      html`<h1>${mark('consent.heading', { name: client.name })}</h1>
${!own && unverifiedName(words)}${problemBox(PROBLEM, problem)}${deviceFacts(asked, words)}<div class="warning"><p>${mark('device.warning')}</p></div>
${own ? '' : html`<h2>${say('consent.requests')}</h2>\n${scopeList(view.scopes, words)}`}${decisionForm(
  form,
  asked.hidden,
  own ? tokenFields(products, view, words) : grantFields(products, view, words),
  own || products.length > 0,
  words,
)}${signedInAs(account.label, words)}`,
    )
  }
}

function deviceFacts({ view, address, now }: Asked, words: Words): Html {
  const { say } = words
  const { client, deviceName, origin, startedAt, userCode } = view
  return html`<dl class="facts">
<div><dt>${say('device.code')}</dt>
<dd><strong class="code">${userCode}</strong></dd></div>
${
  client.kind === 'metadata_document' &&
  html`<div><dt>${say('consent.published_by')}</dt>
<dd>${new URL(client.id).host}</dd></div>
`
}${
  deviceName !== undefined &&
  html`<div><dt>${say('device.device')}</dt>
<dd>“<bdi>${deviceName}</bdi>” <span class="muted small">${say('device.own_name')}</span></dd></div>
`
}${
  origin !== undefined &&
  html`<div><dt>${say('device.from')}</dt>
<dd><strong>${origin}</strong> <span class="muted small">${addressText(origin, address, words)}</span></dd></div>
`
}<div><dt>${say('device.at')}</dt>
<dd>${startedText(startedAt, now, words)}</dd></div>
</dl>
`
}

function addressText(origin: string, address: string | undefined, { say }: Words): string {
  if (origin === address) return say('device.same_address')
  return address === undefined ? say('device.other_address') : say('device.other_address_is', { address })
}

function startedText(startedAt: number, now: number, { language, say }: Words): string {
  const minutes = Math.floor((now - startedAt) / MINUTE_MS)
  const ago = minutes < 1 ? say('device.just_now') : say('device.minutes_ago', { count: minutes })
  const at = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return `${at.format(startedAt)} UTC, ${ago}`
}

/** What a person chooses for an account token. */
function tokenFields(products: readonly OfferedProduct[], { scopes, form, problem }: DeviceView, words: Words): Html {
  const { say } = words
  const { posted } = form
  const all = html`<label class="choice"><input type="checkbox" name="${ALL_PRODUCTS_FIELD}" value="1"${
    posted?.has(ALL_PRODUCTS_FIELD) && html` checked`
  }> <span>${say('device.all_products')}</span></label>
`
  const hint = say('device.products_hint')
  return html`<h2>${say('device.token_can')}</h2>
${scopeChoices(SCOPE_FIELD, scopes, posted, words)}${productChoices({ products, posted, wrong: problem !== undefined, hint, first: all }, words)}${expiryField(posted, words)}${limitsFieldset(posted, words, 'token')}`
}

function expiryField(posted: URLSearchParams | undefined, { say }: Words): Html {
  const chosen = posted?.get(EXPIRY_FIELD) ?? String(EXPIRY_DEFAULT)
  const option = (days: number) =>
    html`<option value="${days}"${String(days) === chosen && html` selected`}>${say('device.days', { count: days })}</option>
`
  return html`<div class="field">
<label for="expires">${say('device.ends')}</label>
<select id="expires" name="${EXPIRY_FIELD}">
${EXPIRY_DAYS.map(option)}</select>
</div>
`
}

export function deviceDecidedPage({ allowed, clientName: name }: DeviceDecidedView): Page {
  return (words) => {
    const { say, mark } = words
    return layout(
      words,
      say(allowed ? 'device.allowed_title' : 'device.denied_title'),
      allowed
        ? html`<h1>${say('device.allowed_heading')}</h1>
<p>${mark('device.allowed', { name })}</p>
<div class="foot"><p>${mark('device.allowed_hint', {}, { link: (text) => html`<a href="/account/apps">${text}</a>` })}</p></div>`
        : html`<h1>${say('device.denied_heading')}</h1>
<p>${mark('device.denied', { name })}</p>`,
    )
  }
}

/** An account token is given only shortly after a sign-in, as every new secret. */
export function deviceSignInAgainPage(email: string, back: string): Page {
  return (words) => {
    const title = words.say('new_secret.sign_in_again')
    return layout(
      words,
      title,
      html`<h1>${title}</h1>
<p>${words.mark('device.sign_in_again', { email })}</p>
<form method="post" action="/sign-out">
${hidden('where', 'here')}${hidden('next', back)}<button class="wide">${title}</button>
</form>`,
    )
  }
}

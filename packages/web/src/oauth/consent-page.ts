import type { ConsentView } from '@footfall/oauth-server'
import { type Html, html } from '../pages/html.ts'
import { layout, problemBox } from '../pages/layout.ts'
import { titleOf } from '../pages/sign-in-pages.ts'
import type { Page, Words } from '../pages/words.ts'
import {
  decisionForm,
  noProducts,
  type OfferedProduct,
  PROBLEM,
  productChoices,
  scopeList,
  signedInAs,
  unverifiedName,
} from './consent-parts.ts'
import { limitsFieldset } from './limits-form.ts'

interface Consent {
  readonly view: ConsentView
  readonly products: readonly OfferedProduct[]
  /** Additional hidden fields. */
  readonly hidden: readonly { readonly name: string; readonly value: string }[]
}

/** The consent page. Text from the application is shown as quoted, unverified text. */
export function consentPage({ view, products, hidden }: Consent): Page {
  const { client, form, account, problem } = view
  return (words) => {
    const { say } = words
    return layout(
      words,
      titleOf(words, say('consent.title', { name: client.name }), problem !== undefined),
      html`<h1>${words.mark('consent.heading', { name: client.name })}</h1>
${unverifiedName(words)}${problemBox(PROBLEM, problem)}${clientFacts(view, words)}${view.redirectsToLoopback && loopbackWarning(words)}<h2>${say('consent.requests')}</h2>
${scopeList(view.scopes, words)}${decisionForm(form, hidden, grantFields(products, view, words), products.length > 0, words)}${signedInAs(account.label, words)}`,
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

/** What a person chooses for a connection. */
export function grantFields(
  products: readonly OfferedProduct[],
  { form, problem }: Pick<ConsentView, 'form' | 'problem'>,
  words: Words,
): Html {
  if (products.length === 0) return noProducts(words)
  const { posted } = form
  const hint = words.say('consent.products_hint')
  return html`${productChoices({ products, posted, wrong: problem !== undefined, hint }, words)}${limitsFieldset(posted, words)}`
}

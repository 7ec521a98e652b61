import type { ConsentView } from '@footfall/oauth-server'
import { type Html, html } from '../pages/html.ts'
import { layout, problemBox } from '../pages/layout.ts'
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
export function consentPage({ view, products, hidden }: Consent): string {
  const { client, form, account, problem } = view
  return layout(
    problem === undefined ? `Connect ${client.name}` : `Connect ${client.name}: try again`,
    html`<h1>Connect “<bdi>${client.name}</bdi>”?</h1>
${unverifiedName()}${problemBox(PROBLEM, problem)}${clientFacts(view)}${view.redirectsToLoopback && loopbackWarning()}<h2>It requests permission to</h2>
${scopeList(view.scopes)}${decisionForm(form, hidden, grantFields(products, view), products.length > 0)}${signedInAs(account.label)}`,
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

/** What a person chooses for a connection. */
export function grantFields(
  products: readonly OfferedProduct[],
  { form, problem }: Pick<ConsentView, 'form' | 'problem'>,
): Html {
  if (products.length === 0) return noProducts()
  const { posted } = form
  const hint = 'Choose at least one. Access is limited by your role and ends after 90 days.'
  return html`${productChoices({ products, posted, wrong: problem !== undefined, hint })}${limitsFieldset(posted)}`
}

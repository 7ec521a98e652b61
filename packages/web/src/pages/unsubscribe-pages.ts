import { html } from './html.ts'
import { hidden, layout } from './layout.ts'

/** What the emails are about: the name of the report; undefined for an alert, and for a report that was deleted. */
type Name = string | undefined

/** Asks before anything ends, since programs follow links of emails too. */
export function unsubscribePage(address: string, name: Name): string {
  return layout(
    'Unsubscribe',
    html`<h1>Unsubscribe</h1>
<p>${name === undefined ? 'Stop these emails' : html`Stop the emails of “${name}”`} to <strong>${address}</strong>?</p>
<form method="post">
${hidden('from', 'this')}<button class="wide">Unsubscribe</button>
</form>
<form method="post">
${hidden('from', 'all')}<button class="wide secondary">Unsubscribe from all reports and alerts</button>
</form>`,
  )
}

export function unsubscribedPage(address: string, name: Name, from: 'this' | 'all'): string {
  const emails = name === undefined ? 'these emails' : `emails of “${name}”`
  return layout(
    'Unsubscribed',
    html`<h1>Unsubscribed</h1>
<p><strong>${address}</strong> gets no more ${from === 'all' ? 'reports and alerts of this service' : emails}.</p>`,
  )
}

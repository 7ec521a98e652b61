import { html } from './html.ts'
import { hidden, layout } from './layout.ts'
import type { Page } from './words.ts'

/** What the emails are about: the name of the report; undefined for an alert, and for a report that was deleted. */
type Name = string | undefined

/** Asks before anything ends, since programs follow links of emails too. */
export function unsubscribePage(address: string, name: Name): Page {
  return (words) => {
    const { say, mark } = words
    const question =
      name === undefined ? mark('unsubscribe.ask', { address }) : mark('unsubscribe.ask_named', { address, name })
    return layout(
      words,
      say('unsubscribe.title'),
      html`<h1>${say('unsubscribe.title')}</h1>
<p>${question}</p>
<form method="post">
${hidden('from', 'this')}<button class="wide">${say('unsubscribe.title')}</button>
</form>
<form method="post">
${hidden('from', 'all')}<button class="wide secondary">${say('unsubscribe.all')}</button>
</form>`,
    )
  }
}

export function unsubscribedPage(address: string, name: Name, from: 'this' | 'all'): Page {
  return (words) => {
    const { say, mark } = words
    const done =
      from === 'all'
        ? mark('unsubscribe.done_all', { address })
        : name === undefined
          ? mark('unsubscribe.done', { address })
          : mark('unsubscribe.done_named', { address, name })
    return layout(
      words,
      say('unsubscribe.done_title'),
      html`<h1>${say('unsubscribe.done_title')}</h1>
<p>${done}</p>`,
    )
  }
}

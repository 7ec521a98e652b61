import type { Account, Secret } from '@footfall/core-domain'
import { html } from './html.ts'
import { hidden, layout } from './layout.ts'
import { messagePage } from './sign-in-pages.ts'
import type { Page } from './words.ts'

/** Asks first, since the secret is shown once. */
export function newSecretPage({ name, email }: Account): Page {
  return (words) => {
    const { say } = words
    return layout(
      words,
      say('new_secret.title'),
      html`<h1>${say('new_secret.heading')}</h1>
<p>${words.mark('new_secret.hint', { name, email })}</p>
<form method="post">
<button class="wide" name="show" value="once">${say('new_secret.show')}</button>
</form>
<div class="foot"><p>${say('new_secret.not_you')}</p></div>`,
    )
  }
}

export function secretShownPage(secret: Secret): Page {
  return (words) => {
    const { say } = words
    return layout(
      words,
      say('new_secret.title'),
      html`<h1>${say('new_secret.shown_heading')}</h1>
<p>${say('new_secret.shown')}</p>
<p><code class="secret" tabindex="0" aria-label="${say('new_secret.secret')}">${secret.reveal()}</code></p>
<div class="foot"><p>${say('new_secret.shown_hint')}</p></div>`,
    )
  }
}

export const shownBeforePage: Page = (words) =>
  messagePage(words, words.say('new_secret.before_title'), words.say('new_secret.before'), {
    heading: words.say('new_secret.before_heading'),
  })

/** The same for a secret of another account, an unknown one and an expired one. */
export const noSecretPage: Page = (words) =>
  messagePage(words, words.say('new_secret.none_title'), words.say('new_secret.none'), {
    heading: words.say('new_secret.none_heading'),
    more: html`<p><a href="/">${words.say('not_found.products')}</a></p>`,
  })

/** Leads to the sign-in, and back to the page. */
export function signInAgainPage({ email }: Account, back: string): Page {
  return (words) => {
    const { say } = words
    return layout(
      words,
      say('new_secret.sign_in_again'),
      html`<h1>${say('new_secret.sign_in_again')}</h1>
<p>${words.mark('new_secret.sign_in_again_hint', { email })}</p>
<form method="post" action="/sign-out">
${hidden('where', 'here')}${hidden('next', back)}<button class="wide">${say('new_secret.sign_in_again')}</button>
</form>`,
    )
  }
}

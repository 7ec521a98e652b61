import { html } from '../pages/html.ts'
import { layout, problemBox } from '../pages/layout.ts'
import { providerButton, titleOf } from '../pages/sign-in-pages.ts'
import type { Page, Said } from '../pages/words.ts'

/** A sign-in at the provider that did not succeed. */
export function providerProblemPage({
  problem,
  provider,
  next,
}: {
  readonly problem: Said
  readonly provider: string
  readonly next: string | undefined
}): Page {
  return (words) => {
    const { say } = words
    return layout(
      words,
      titleOf(words, say('sign_in.title'), true),
      html`<h1>${say('sign_in.title')}</h1>
${problemBox('form-problem', problem(words))}${providerButton(provider, next, words)}<div class="foot"><p><a href="/sign-in">${say('common.back_to_sign_in')}</a></p></div>`,
    )
  }
}

/** The last page of the window in which a person confirmed a session. The script notifies the dashboard, which waits in another. */
export const confirmationPage: Page = (words) =>
  layout(
    words,
    words.say('provider.confirmed'),
    html`<h1>${words.say('provider.confirmed')}</h1>
<p role="status">${words.say('provider.close_window')}</p>
<script src="/assets/confirmed.js"></script>`,
  )

import { html } from '../pages/html.ts'
import { layout } from '../pages/layout.ts'
import type { Page } from '../pages/words.ts'

/** The recovery codes after a first second factor. They are shown once. */
export function recoveryCodesPage({ next, codes }: { readonly next: string; readonly codes: readonly string[] }): Page {
  return (words) => {
    const { say } = words
    return layout(
      words,
      say('recovery_codes.title'),
      html`<h1>${say('recovery_codes.heading')}</h1>
<p>${say('recovery_codes.hint')}</p>
<ul class="codes">
${codes.map((code) => html`<li><code>${code}</code></li>\n`)}</ul>
<p><a href="${next}">${say('common.continue')}</a></p>`,
    )
  }
}

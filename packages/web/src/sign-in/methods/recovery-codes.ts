import { html } from '../../pages/html.ts'
import { layout } from '../../pages/layout.ts'
import type { FactorPages } from './factor-pages.ts'

export const recoveryCodes: FactorPages = {
  instruction: 'Enter a recovery code.',
  codeLabel: 'Recovery code',
}

/** The recovery codes after a first second factor. They are shown once. */
export function recoveryCodesPage({
  next,
  codes,
}: {
  readonly next: string
  readonly codes: readonly string[]
}): string {
  return layout(
    'Recovery codes',
    html`<h1>Save your recovery codes</h1>
<p>If you lose your second factor, each of these codes signs you in once. Store them with your passwords: they are not shown again.</p>
<ul class="codes">
${codes.map((code) => html`<li><code>${code}</code></li>\n`)}</ul>
<p><a href="${next}">Continue</a></p>`,
  )
}

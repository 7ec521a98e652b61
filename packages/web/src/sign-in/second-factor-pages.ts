import type { SecondFactorMethod } from '@footfall/core-domain'
import { type Html, html } from '../pages/html.ts'
import { field, hidden, layout, problemBox } from '../pages/layout.ts'
import { titleOf } from '../pages/sign-in-pages.ts'
import type { Page, Said, Words } from '../pages/words.ts'
import { FACTOR_PAGES } from './methods/registry.ts'
import { SECOND_STEP_PATH } from './services.ts'

/** The id of the box that says what was wrong with a form. */
export const PROBLEM = 'form-problem'

interface SecondStepForm {
  readonly next: string | undefined
  /** What the account can prove, the best one first. */
  readonly methods: readonly SecondFactorMethod[]
  readonly problem?: Said
}

/** The second step of a sign-in. Works without scripts, except for passkeys. */
export function secondStepPage({ next, methods, problem }: SecondStepForm): Page {
  const [suggested = 'recovery_code'] = methods
  const shown = methods.map((method) => FACTOR_PAGES.find((pages) => pages.method === method))
  return (words) => {
    const { say } = words
    return layout(
      words,
      titleOf(words, say('second_factor.title'), problem !== undefined),
      html`<h1>${say('second_factor.title')}</h1>
<p class="muted">${say(`second_factor.instruction_${suggested}`)}</p>
${problemBox(PROBLEM, problem?.(words))}<form method="post" action="${SECOND_STEP_PATH}">
${hidden('next', next)}${field({
  name: 'code',
  label: say(`second_factor.code_${suggested}`),
  type: 'text',
  autocomplete: 'one-time-code',
  describedBy: problem === undefined ? undefined : PROBLEM,
  autofocus: true,
})}<button class="wide">${say('common.continue')}</button>
</form>
${shown.map((pages) => pages?.button?.(next, words))}<div class="foot"><p>${say('second_factor.lost')}</p><p><a href="/sign-in">${say('second_factor.other_account')}</a></p></div>`,
    )
  }
}

/** Where a person sets up the second factor that the service requires. */
export function setUpFactorPage(
  forms: readonly (((words: Words) => Html) | undefined)[],
  problem: Said | undefined,
): Page {
  return (words) => {
    const { say } = words
    return layout(
      words,
      titleOf(words, say('set_up_factor.title'), problem !== undefined),
      html`<h1>${say('set_up_factor.title')}</h1>
<p class="muted">${say('set_up_factor.hint')}</p>
${problemBox(PROBLEM, problem?.(words))}${forms.map((form) => form?.(words))}<div class="foot"><form method="post" action="/sign-out"><button class="link">${say('common.sign_out')}</button></form></div>`,
    )
  }
}

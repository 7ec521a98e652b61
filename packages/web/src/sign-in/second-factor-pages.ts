import type { SecondFactorMethod } from '@footfall/core-domain'
import { type Html, html } from '../pages/html.ts'
import { field, hidden, layout, problemBox } from '../pages/layout.ts'
import { FACTOR_PAGES } from './methods/index.ts'
import { SECOND_STEP_PATH } from './services.ts'

/** The id of the box that says what was wrong with a form. */
export const PROBLEM = 'form-problem'

interface SecondStepForm {
  readonly next: string | undefined
  /** What the account can prove, the best one first. */
  readonly methods: readonly SecondFactorMethod[]
  readonly problem?: string
}

/** The second step of a sign-in. Works without scripts, except for passkeys. */
export function secondStepPage({ next, methods, problem }: SecondStepForm): string {
  const [{ instruction, codeLabel } = FACTOR_PAGES.recovery_code] = methods.map((method) => FACTOR_PAGES[method])
  return layout(
    problem === undefined ? 'Second factor' : 'Second factor: try again',
    html`<h1>Second factor</h1>
<p class="muted">${instruction}</p>
${problemBox(PROBLEM, problem)}<form method="post" action="${SECOND_STEP_PATH}">
${hidden('next', next)}${field({
  name: 'code',
  label: codeLabel,
  type: 'text',
  autocomplete: 'one-time-code',
  describedBy: problem === undefined ? undefined : PROBLEM,
  autofocus: true,
})}<button class="wide">Continue</button>
</form>
${methods.map((method) => FACTOR_PAGES[method].button?.(next))}<div class="foot"><p>Lost your second factor? Use a recovery code, or ask the operator of this service.</p><p><a href="/sign-in">Sign in with another account</a></p></div>`,
  )
}

/** Where a person sets up the second factor that the service requires. */
export function setUpFactorPage(forms: readonly (Html | undefined)[], problem: string | undefined): string {
  return layout(
    problem === undefined ? 'Set up a second factor' : 'Set up a second factor: try again',
    html`<h1>Set up a second factor</h1>
<p class="muted">This service requires one. Scan the code with an authenticator app, then enter the code that the app shows.</p>
${problemBox(PROBLEM, problem)}${forms}<div class="foot"><form method="post" action="/sign-out"><button class="link">Sign out</button></form></div>`,
  )
}

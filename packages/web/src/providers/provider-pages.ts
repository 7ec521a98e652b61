import { html } from '../pages/html.ts'
import { layout, problemBox } from '../pages/layout.ts'
import { providerButton } from '../pages/sign-in-pages.ts'

/** A sign-in at the provider that did not succeed. */
export function providerProblemPage({
  problem,
  provider,
  next,
}: {
  readonly problem: string
  readonly provider: string
  readonly next: string | undefined
}): string {
  return layout(
    'Sign in: try again',
    html`<h1>Sign in</h1>
${problemBox('form-problem', problem)}${providerButton(provider, next)}<div class="foot"><p><a href="/sign-in">Back to sign-in</a></p></div>`,
  )
}

/** The last page of the window in which a person confirmed a session. The script notifies the dashboard, which waits in another. */
export function confirmationPage(): string {
  return layout(
    'Confirmed',
    html`<h1>Confirmed</h1>
<p role="status">Close this window to go on.</p>
<script src="/assets/confirmed.js"></script>`,
  )
}

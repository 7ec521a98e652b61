import { type Html, html } from './html.ts'

/** A button that its script shows where the browser knows passkeys; without scripts there is none. */
export function passkeyButton(next: string | undefined): Html {
  return html`<div id="passkey" hidden${next !== undefined && html` data-next="${next}"`}>
<p class="or">or</p>
<button class="wide secondary" type="button">Use a passkey</button>
<div class="problem" role="alert" hidden><p></p></div>
</div>
<script src="/assets/passkey-sign-in.js" defer></script>
`
}

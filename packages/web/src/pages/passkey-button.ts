import { type Html, html } from './html.ts'

/**
 * A button that its script shows where the browser knows passkeys; without scripts there is none. It begins with “or”, unless
 * an “or” stands above another button before it.
 */
export function passkeyButton(next: string | undefined, withOr = true): Html {
  return html`<div id="passkey" hidden${next !== undefined && html` data-next="${next}"`}>
${withOr && html`<p class="or">or</p>\n`}<button class="wide secondary" type="button">Use a passkey</button>
<div class="problem" role="alert" hidden><p></p></div>
</div>
<script src="/assets/passkey-sign-in.js" type="module"></script>
`
}

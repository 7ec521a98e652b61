import type { FieldError } from '@footfall/core-domain'
import { type Html, html } from './html.ts'
import { field, hidden, layout, passwordHint, problemBox } from './layout.ts'
import { fieldProblem, messagePage, signInLink, titleOf } from './sign-in-pages.ts'
import type { Page, Said, Words } from './words.ts'

const PROBLEM = 'form-problem'

const backToSignIn = ({ say }: Words): Html =>
  html`<div class="foot"><p><a href="/sign-in">${say('common.back_to_sign_in')}</a></p></div>`

export function forgotPasswordPage({ email, problem }: { readonly email?: string; readonly problem?: Said }): Page {
  return (words) => {
    const { say } = words
    return layout(
      words,
      titleOf(words, say('forgot.title'), problem !== undefined),
      html`<h1>${say('forgot.title')}</h1>
<p class="muted">${say('forgot.hint')}</p>
${problemBox(PROBLEM, problem?.(words))}<form method="post" action="/forgot-password">
${field({
  name: 'email',
  label: say('common.email'),
  type: 'email',
  autocomplete: 'username',
  value: email,
  describedBy: problem === undefined ? undefined : PROBLEM,
  autofocus: true,
})}<button class="wide">${say('forgot.send')}</button>
</form>
${backToSignIn(words)}`,
    )
  }
}

/** The same page for every address, so that it does not reveal which addresses have accounts. */
export const linkRequestedPage: Page = (words) => {
  const { say } = words
  const more = html`<p class="muted">${say('forgot.sent_hint')}</p>
${backToSignIn(words)}`
  return messagePage(words, say('forgot.sent_title'), say('forgot.sent'), { more })
}

/** If the service cannot send email; the same page for every address. */
export const noMailPage: Page = (words) => {
  const { say } = words
  const more = html`<pre tabindex="0"><code>footfall account reset-password --email you@example.com</code></pre>
${backToSignIn(words)}`
  return messagePage(words, say('forgot.title'), say('forgot.no_mail'), { more })
}

interface ResetForm {
  /** The posted code, if only the password was rejected. */
  readonly code?: string
  readonly problem?: Said
  readonly errors?: readonly FieldError[]
}

export function resetPasswordPage({ code, problem, errors = [] }: ResetForm): Page {
  const [wrong] = errors
  return (words) => {
    const { say } = words
    return layout(
      words,
      titleOf(words, say('reset.title'), problem !== undefined || wrong !== undefined),
      html`<h1>${say('reset.title')}</h1>
<p class="muted">${say('reset.hint')}</p>
${problemBox(PROBLEM, problem?.(words))}<form method="post" action="/reset-password">
${
  code === undefined
    ? field({
        name: 'code',
        label: say('reset.code'),
        type: 'text',
        autocomplete: 'off',
        describedBy: problem === undefined ? undefined : PROBLEM,
        autofocus: true,
      })
    : hidden('code', code)
}${field({
  name: 'password',
  label: say('reset.new_password'),
  type: 'password',
  autocomplete: 'new-password',
  hint: passwordHint(words),
  problem: wrong && fieldProblem({ ...wrong, path: 'password' }, words),
  autofocus: code !== undefined,
})}<button class="wide">${say('reset.set')}</button>
</form>
<div class="foot"><p><a href="/forgot-password">${say('reset.request_new')}</a></p></div>
<script src="/assets/reset-password.js"></script>`,
    )
  }
}

export const passwordResetPage: Page = (words) =>
  messagePage(words, words.say('reset.done_title'), words.say('reset.done'), { more: signInLink(words) })

import type { Account, FieldError } from '@footfall/core-domain'
import { type Html, html } from './html.ts'
import { field, hidden, layout, passwordHint, problemBox } from './layout.ts'
import type { Page, Said, Words } from './words.ts'

const PROBLEM = 'form-problem'
const PROVIDER_PATH = '/sign-in/provider'

interface SignInForm {
  /** The path to redirect to after sign-in. */
  readonly next: string | undefined
  readonly email?: string | undefined
  readonly problem?: Said
  /** The OpenID provider; with `only`, the page takes no password. */
  readonly provider: { readonly name: string; readonly only: boolean } | undefined
  /** For a method that signs in without a password. */
  button?(words: Words): Html
}

export function signInPage(form: SignInForm): Page {
  const { next, problem, provider } = form
  return (words) => {
    const { say } = words
    return layout(
      words,
      titleOf(words, say('sign_in.title'), problem !== undefined),
      html`<h1>${say('sign_in.title')}</h1>
${(next?.startsWith('/oauth/') || next?.startsWith('/device')) && html`<p class="muted">${say('sign_in.for_app')}</p>\n`}${problemBox(PROBLEM, problem?.(words))}${provider?.only === true ? '' : passwordForm(form, words)}${provider?.only === false && html`<p class="or">${say('common.or')}</p>\n`}${provider && providerButton(provider.name, next, words)}${form.button?.(words)}<div class="foot">${
        provider?.only !== true && html`<p><a href="/forgot-password">${say('sign_in.forgot')}</a></p>`
      }<p>${say('sign_in.no_account')}</p></div>`,
    )
  }
}

/** The title of a page, which says so when its form is shown again. */
export function titleOf({ say }: Words, title: string, isAgain: boolean): string {
  return isAgain ? say('common.try_again', { title }) : title
}

/** Where a person goes to sign in at the OpenID provider. */
export function providerButton(name: string, next: string | undefined, { say }: Words): Html {
  const path = next === undefined ? PROVIDER_PATH : `${PROVIDER_PATH}?next=${encodeURIComponent(next)}`
  return html`<p class="provider"><a class="button secondary" href="${path}">${say('sign_in.with_provider', { name })}</a></p>
`
}

function passwordForm({ next, email, problem }: SignInForm, { say }: Words): Html {
  const describedBy = problem === undefined ? undefined : PROBLEM
  return html`<form method="post" action="/sign-in">
${hidden('next', next)}${field({
  name: 'email',
  label: say('common.email'),
  type: 'email',
  autocomplete: 'username',
  value: email,
  describedBy,
  autofocus: email === undefined,
})}${field({
  name: 'password',
  label: say('common.password'),
  type: 'password',
  autocomplete: 'current-password',
  describedBy,
  autofocus: email !== undefined,
})}<button class="wide">${say('common.sign_in')}</button>
</form>
`
}

export function signedInPage({ name, email }: Account): Page {
  return (words) => {
    const { say } = words
    return layout(
      words,
      say('signed_in.title'),
      html`<h1>${say('signed_in.heading')}</h1>
<p>${words.mark('signed_in.as', { name, email })}</p>
<form method="post" action="/sign-out" class="actions">
<button name="where" value="here">${say('common.sign_out')}</button>
<button class="secondary" name="where" value="everywhere">${say('signed_in.sign_out_everywhere')}</button>
</form>
<div class="foot"><p>${say('signed_in.everywhere_hint')}</p></div>`,
    )
  }
}

interface SignUpForm {
  /** Whether the form has a field for the setup code. */
  readonly wantsCode: boolean
  readonly next: string | undefined
  readonly email?: string | undefined
  readonly name?: string | undefined
  readonly errors?: readonly FieldError[]
}

const signUpFields = (words: Words) =>
  [
    {
      name: 'setup_code',
      label: words.say('sign_up.setup_code'),
      type: 'text',
      autocomplete: 'off',
      hint: words.say('sign_up.setup_code_hint'),
    },
    { name: 'name', label: words.say('sign_up.name'), type: 'text', autocomplete: 'name' },
    { name: 'email', label: words.say('common.email'), type: 'email', autocomplete: 'username' },
    {
      name: 'password',
      label: words.say('common.password'),
      type: 'password',
      autocomplete: 'new-password',
      hint: passwordHint(words),
    },
  ] as const

export function signUpPage({ wantsCode, next, email, name, errors = [] }: SignUpForm): Page {
  const values: Readonly<Record<string, string | undefined>> = { email, name }
  return (words) => {
    const { say } = words
    const fields = signUpFields(words).filter((one) => wantsCode || one.name !== 'setup_code')
    const problemOf = (path: string) => {
      const error = errors.find((candidate) => candidate.path === path)
      return error && fieldProblem(error, words)
    }
    const summary = errors.map((error) => html`<a href="#${error.path}">${fieldProblem(error, words)}</a><br>`)
    const focus = fields.find((one) => problemOf(one.name) !== undefined) ?? fields[0]
    return layout(
      words,
      titleOf(words, say('sign_up.title'), errors.length > 0),
      html`<h1>${say('sign_up.title')}</h1>
<p class="muted">${say('sign_up.hint')}</p>
${problemBox(PROBLEM, errors.length > 0 ? html`${summary}` : undefined)}<form method="post" action="/sign-up">
${hidden('next', next)}${fields.map((one) =>
  field({ ...one, value: values[one.name], problem: problemOf(one.name), autofocus: one === focus }),
)}<button class="wide">${say('sign_up.create')}</button>
</form>`,
    )
  }
}

export const signUpClosedPage: Page = (words) =>
  messagePage(words, words.say('sign_up.closed'), words.say('sign_up.closed_hint'), { more: signInLink(words) })

export const signInLink = ({ say }: Words): Html => html`<p><a href="/sign-in">${say('common.sign_in')}</a></p>`

/** A page with a message only, such as an error; `more` follows it. */
export function messagePage(
  words: Pick<Words, 'language'>,
  title: string,
  detail: string,
  { heading = title, more }: { readonly heading?: string; readonly more?: Html } = {},
): string {
  return layout(
    words,
    title,
    html`<h1>${heading}</h1>
<p>${detail}</p>${more && html`\n${more}`}`,
  )
}

/**
 * What is wrong with a field. In English, the message of the service, which continues the name of the field; in other languages, what
 * the field takes.
 */
export function fieldProblem({ path, message }: FieldError, words: Words): string {
  if (words.language === 'en') return `${path.charAt(0).toUpperCase()}${path.slice(1).replaceAll('_', ' ')} ${message}.`
  switch (path) {
    case 'setup_code':
      return words.say('sign_up.setup_code_wrong')
    case 'name':
      return words.say('sign_up.name_invalid')
    case 'email':
      return words.say('sign_up.email_invalid')
    default:
      return words.say('sign_up.password_invalid', { hint: passwordHint(words) })
  }
}

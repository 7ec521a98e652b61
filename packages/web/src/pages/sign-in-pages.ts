import type { Account, FieldError } from '@footfall/core-domain'
import { type Html, html } from './html.ts'
import { field, hidden, layout, PASSWORD_HINT, problemBox } from './layout.ts'

const PROBLEM = 'form-problem'
const PROVIDER_PATH = '/sign-in/provider'

interface SignInForm {
  /** The path to redirect to after sign-in. */
  readonly next: string | undefined
  readonly email?: string | undefined
  readonly problem?: string
  /** The OpenID provider; with `only`, the page takes no password. */
  readonly provider: { readonly name: string; readonly only: boolean } | undefined
  /** For a method that signs in without a password. */
  readonly button?: Html | undefined
}

export function signInPage(form: SignInForm): string {
  const { next, problem, provider, button } = form
  return layout(
    problem === undefined ? 'Sign in' : 'Sign in: try again',
    html`<h1>Sign in</h1>
${(next?.startsWith('/oauth/') || next?.startsWith('/device')) && html`<p class="muted">An application asks to connect to your account.</p>\n`}${problemBox(PROBLEM, problem)}${provider?.only === true ? '' : passwordForm(form)}${provider?.only === false && html`<p class="or">or</p>\n`}${provider && providerButton(provider.name, next)}${button}<div class="foot">${
      provider?.only !== true && html`<p><a href="/forgot-password">Forgot your password?</a></p>`
    }<p>No account? Ask an owner of a product or the operator of this service.</p></div>`,
  )
}

/** Where a person goes to sign in at the OpenID provider. */
export function providerButton(name: string, next: string | undefined): Html {
  const path = next === undefined ? PROVIDER_PATH : `${PROVIDER_PATH}?next=${encodeURIComponent(next)}`
  return html`<p class="provider"><a class="button secondary" href="${path}">Continue with ${name}</a></p>
`
}

function passwordForm({ next, email, problem }: SignInForm): Html {
  const describedBy = problem === undefined ? undefined : PROBLEM
  return html`<form method="post" action="/sign-in">
${hidden('next', next)}${field({
  name: 'email',
  label: 'Email',
  type: 'email',
  autocomplete: 'username',
  value: email,
  describedBy,
  autofocus: email === undefined,
})}${field({
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
  describedBy,
  autofocus: email !== undefined,
})}<button class="wide">Sign in</button>
</form>
`
}

export function signedInPage(account: Account): string {
  return layout(
    'Signed in',
    html`<h1>You are signed in</h1>
<p>as <strong>${account.name}</strong>, ${account.email}</p>
<form method="post" action="/sign-out" class="actions">
<button name="where" value="here">Sign out</button>
<button class="secondary" name="where" value="everywhere">Sign out everywhere</button>
</form>
<div class="foot"><p>“Everywhere” means all browsers. Connected applications keep their access.</p></div>`,
  )
}

interface SignUpForm {
  /** Whether the form has a field for the setup code. */
  readonly wantsCode: boolean
  readonly next: string | undefined
  readonly email?: string | undefined
  readonly name?: string | undefined
  readonly errors?: readonly FieldError[]
}

const SIGN_UP_FIELDS = [
  {
    name: 'setup_code',
    label: 'Setup code',
    type: 'text',
    autocomplete: 'off',
    hint: 'The service logs it when it starts.',
  },
  { name: 'name', label: 'Name', type: 'text', autocomplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', autocomplete: 'username' },
  { name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: PASSWORD_HINT },
] as const

export function signUpPage({ wantsCode, next, email, name, errors = [] }: SignUpForm): string {
  const values: Readonly<Record<string, string | undefined>> = { email, name }
  const fields = SIGN_UP_FIELDS.filter((one) => wantsCode || one.name !== 'setup_code')
  const problemOf = (path: string) => {
    const error = errors.find((candidate) => candidate.path === path)
    return error && sentence(error)
  }
  const summary = errors.map((error) => html`<a href="#${error.path}">${sentence(error)}</a><br>`)
  const focus = fields.find((one) => problemOf(one.name) !== undefined) ?? fields[0]
  return layout(
    errors.length === 0 ? 'Create the first account' : 'Create the first account: try again',
    html`<h1>Create the first account</h1>
<p class="muted">This account owns the products that are created during setup.</p>
${problemBox(PROBLEM, errors.length > 0 ? html`${summary}` : undefined)}<form method="post" action="/sign-up">
${hidden('next', next)}${fields.map((one) =>
  field({ ...one, value: values[one.name], problem: problemOf(one.name), autofocus: one === focus }),
)}<button class="wide">Create account</button>
</form>`,
  )
}

export function signUpClosedPage(): string {
  return layout(
    'Sign-up is closed',
    html`<h1>Sign-up is closed</h1>
<p>The first account already exists. Ask an owner of a product to invite you.</p>
<p><a href="/sign-in">Sign in</a></p>`,
  )
}

/** A page with a message only, for errors. */
export function messagePage(title: string, detail: string): string {
  return layout(
    title,
    html`<h1>${title}</h1>
<p>${detail}</p>`,
  )
}

/** The message of a field continues its name. */
function sentence({ path, message }: FieldError): string {
  return `${path.charAt(0).toUpperCase()}${path.slice(1).replaceAll('_', ' ')} ${message}.`
}

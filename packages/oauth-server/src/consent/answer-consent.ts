import { isSameText } from '@footfall/http-primitives'
import { errorLocation } from '../authorize/authorize.ts'
import { type Context, errorPage, refused } from '../context.ts'
import { isDocumentUrl } from '../documents/document-url.ts'
import type { SignedIn } from '../host.ts'
import { type HttpAnswer, type HttpRequest, redirect } from '../http/exchange.ts'
import { isRepeated, type Parameters, readForm, single } from '../http/parameters.ts'
import type { AuthorizationCode, ConsentRequest, EpochMs, JsonValue, SecretHash } from '../records.ts'
import { withParameters } from '../redirect-uri.ts'
import { hashSecret, randomId, randomSecret } from '../secrets.ts'
import { LIFETIME } from '../settings.ts'
import { boundBrowser } from './browser-binding.ts'
import { consentPage, DECISION, FIELD } from './consent-page.ts'
import { type ConsentFailure, consentFailureToPage } from './failures.ts'
import { isSameOrigin } from './same-origin.ts'

/** What is known of an answer, as the checks look at it. */
interface AnswerInput {
  readonly form: Parameters
  readonly request: ConsentRequest | undefined
  readonly browserHash: SecretHash | undefined
  readonly account: SignedIn | undefined
  readonly now: EpochMs
}

/** In this order. The question stays open whatever a wrong answer says: nobody can spoil another person's consent. */
const checks: readonly ((input: AnswerInput) => ConsentFailure | undefined)[] = [
  ({ form }) => (isRepeated(form, FIELD.handle) || isRepeated(form, FIELD.decision) ? 'parameter_repeated' : undefined),
  ({ request }) => (request === undefined ? 'unknown_request' : undefined),
  ({ request, now }) => (request && request.expiresAt <= now ? 'expired' : undefined),
  ({ request, browserHash }) =>
    browserHash !== undefined && request && isSameText(request.browserHash, browserHash) ? undefined : 'other_browser',
  ({ account }) => (account === undefined ? 'signed_out' : undefined),
  ({ request, account }) => (request?.accountId === account?.accountId ? undefined : 'other_account'),
  ({ form }) => (isDecision(single(form, FIELD.decision)) ? undefined : 'no_decision'),
]

/** POST /oauth/consent: the answer of the person who was asked. */
export async function answerConsent(context: Context, request: HttpRequest): Promise<HttpAnswer> {
  const { settings } = context
  if (!isSameOrigin(settings.issuer, request.header)) return refuse(context, 'foreign_origin')
  const form = await readForm(request)
  if (!form.ok) return refuse(context, form.reason)

  const handle = single(form.parameters, FIELD.handle) ?? ''
  const asked = await settings.stores.consents.find(hashSecret(handle))
  const account = await settings.host.currentAccount(request.raw)
  const browserHash = boundBrowser(settings.issuer, request.header('cookie'))
  const input = { form: form.parameters, request: asked, browserHash, account, now: settings.now() }
  for (const check of checks) {
    const failure = check(input)
    if (failure) return refuse(context, failure, asked?.clientId)
  }
  if (!asked || !account) throw new Error('The checks let an answer without question or account pass.')

  if (single(form.parameters, FIELD.decision) === DECISION.deny) return deny(context, asked)
  return allow(context, asked, account, handle, new URLSearchParams(form.text))
}

/** RFC 6749 §4.1.2.1: no code. */
async function deny(context: Context, asked: ConsentRequest): Promise<HttpAnswer> {
  const { stores, host, issuer } = context.settings
  if (!(await stores.consents.remove(asked.hash))) return refuse(context, 'answered_already', asked.clientId)
  host.observe?.({ kind: 'consent_denied', clientId: asked.clientId, accountId: asked.accountId })
  return redirect(303, errorLocation(issuer, asked.redirectUri, asked.state, 'access_denied', 'The person said no.'))
}

async function allow(
  context: Context,
  asked: ConsentRequest,
  account: SignedIn,
  handle: string,
  posted: URLSearchParams,
): Promise<HttpAnswer> {
  const { stores, host, issuer, randomBytes } = context.settings
  const granted = await host.readGrant(posted, account, asked)
  if (!granted.ok) {
    const kind = isDocumentUrl(asked.clientId) ? 'metadata_document' : 'registered'
    return consentPage(context, { request: asked, handle, kind, account, mend: { problem: granted.problem, posted } })
  }
  const code = randomSecret(randomBytes)
  if (!(await stores.consents.approve(asked.hash, codeRecord(context, asked, code, granted.grant)))) {
    return refuse(context, 'answered_already', asked.clientId)
  }
  host.observe?.({ kind: 'consent_allowed', clientId: asked.clientId, accountId: asked.accountId })
  return redirect(303, withParameters(asked.redirectUri, { code, state: asked.state, iss: issuer }))
}

/** The code is bound to everything that was asked and granted; what its presenter says is compared with this alone. */
function codeRecord({ settings }: Context, asked: ConsentRequest, code: string, grant: JsonValue): AuthorizationCode {
  const issuedAt = settings.now()
  return {
    hash: hashSecret(code),
    clientId: asked.clientId,
    clientName: asked.clientName,
    redirectUri: asked.redirectUri,
    codeChallenge: asked.codeChallenge,
    scopes: asked.scopes,
    issuer: asked.issuer,
    resource: asked.resource,
    accountId: asked.accountId,
    grant,
    connectionId: `con_${randomId(settings.randomBytes)}`,
    issuedAt,
    expiresAt: issuedAt + LIFETIME.code,
    consumedAt: undefined,
  }
}

function isDecision(value: string | undefined): boolean {
  return value === DECISION.allow || value === DECISION.deny
}

function refuse(context: Context, failure: ConsentFailure, clientId?: string): Promise<HttpAnswer> {
  refused(context, 'consent', failure, clientId)
  return errorPage(context, consentFailureToPage(failure))
}

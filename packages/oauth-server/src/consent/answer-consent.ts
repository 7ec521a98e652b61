import { isSameText } from '@footfall/http-primitives'
import { codeResponseUri, errorResponseUri } from '../authorization-response.ts'
import { type Context, errorPage, reportRejection } from '../context.ts'
import { isDocumentUrl } from '../documents/document-url.ts'
import type { SignedIn } from '../host.ts'
import { type HttpRequest, type HttpResponse, redirect } from '../http/exchange.ts'
import { isRepeated, type Parameters, readForm, single } from '../http/parameters.ts'
import type { AuthorizationCode, ConsentRequest, EpochMs, JsonValue, SecretHash } from '../records.ts'
import { hashSecret, randomId, randomSecret } from '../secrets.ts'
import { boundBrowser } from './browser-binding.ts'
import { consentPage, DECISION, FIELD } from './consent-page.ts'
import { type ConsentFailure, consentFailureToPage } from './failures.ts'
import { isSameOrigin } from './same-origin.ts'

/** What the checks may read. */
interface CheckInput {
  readonly form: Parameters
  readonly request: ConsentRequest | undefined
  readonly browserHash: SecretHash | undefined
  readonly account: SignedIn | undefined
  readonly now: EpochMs
}

/** In this order. A rejected form does not change the consent request, so that nobody can end another person's consent. */
const checks: readonly ((input: CheckInput) => ConsentFailure | undefined)[] = [
  ({ form }) => (isRepeated(form, FIELD.handle) || isRepeated(form, FIELD.decision) ? 'parameter_repeated' : undefined),
  ({ request }) => (request === undefined ? 'unknown_request' : undefined),
  ({ request, now }) => (request && request.expiresAt <= now ? 'expired' : undefined),
  ({ request, browserHash }) =>
    browserHash !== undefined && request && isSameText(request.browserHash, browserHash) ? undefined : 'other_browser',
  ({ account }) => (account === undefined ? 'signed_out' : undefined),
  ({ request, account }) => (request?.accountId === account?.accountId ? undefined : 'other_account'),
  ({ form }) => (isDecision(single(form, FIELD.decision)) ? undefined : 'no_decision'),
]

/** POST /oauth/consent: the decision of the person. */
export async function answerConsent(context: Context, request: HttpRequest): Promise<HttpResponse> {
  const { settings } = context
  if (!isSameOrigin(settings.issuer, request.header)) return reject(context, 'foreign_origin')
  const form = await readForm(request)
  if (!form.ok) return reject(context, form.reason)

  const handle = single(form.parameters, FIELD.handle) ?? ''
  const consent = await settings.stores.consents.find(hashSecret(handle))
  const account = await settings.host.currentAccount(request.raw)
  const browserHash = boundBrowser(settings.issuer, request.header('cookie'))
  const input = { form: form.parameters, request: consent, browserHash, account, now: settings.now() }
  for (const check of checks) {
    const failure = check(input)
    if (failure) return reject(context, failure, consent?.clientId)
  }
  if (!consent || !account) throw new Error('The checks accepted a form without a consent request or an account.')

  if (single(form.parameters, FIELD.decision) === DECISION.deny) return deny(context, consent)
  return allow(context, consent, account, handle, new URLSearchParams(form.text))
}

/** RFC 6749 §4.1.2.1. */
async function deny(context: Context, consent: ConsentRequest): Promise<HttpResponse> {
  const { stores, host, issuer } = context.settings
  if (!(await stores.consents.remove(consent.hash))) return reject(context, 'answered_already', consent.clientId)
  host.observe?.({ kind: 'consent_denied', clientId: consent.clientId, accountId: consent.accountId })
  return redirect(303, errorResponseUri({ ...consent, issuer }, 'access_denied', 'The person denied access.'))
}

async function allow(
  context: Context,
  consent: ConsentRequest,
  account: SignedIn,
  handle: string,
  posted: URLSearchParams,
): Promise<HttpResponse> {
  const { stores, host, issuer, randomBytes } = context.settings
  const granted = await host.readGrant(posted, account, consent)
  if (!granted.ok) {
    const kind = isDocumentUrl(consent.clientId) ? 'metadata_document' : 'registered'
    return consentPage(context, {
      request: consent,
      handle,
      kind,
      account,
      retry: { problem: granted.problem, posted },
    })
  }
  const code = randomSecret(randomBytes)
  if (!(await stores.consents.approve(consent.hash, codeRecord(context, consent, code, granted.grant)))) {
    return reject(context, 'answered_already', consent.clientId)
  }
  host.observe?.({ kind: 'consent_allowed', clientId: consent.clientId, accountId: consent.accountId })
  return redirect(303, codeResponseUri({ ...consent, issuer }, code))
}

/** The code is bound to everything that was requested and granted; a token request is compared with this record. */
function codeRecord({ settings }: Context, consent: ConsentRequest, code: string, grant: JsonValue): AuthorizationCode {
  const issuedAt = settings.now()
  return {
    hash: hashSecret(code),
    clientId: consent.clientId,
    clientName: consent.clientName,
    redirectUri: consent.redirectUri,
    codeChallenge: consent.codeChallenge,
    scopes: consent.scopes,
    issuer: consent.issuer,
    resource: consent.resource,
    accountId: consent.accountId,
    grant,
    connectionId: `con_${randomId(settings.randomBytes)}`,
    issuedAt,
    expiresAt: issuedAt + settings.lifetimesMs.code,
    consumedAt: undefined,
  }
}

function isDecision(value: string | undefined): boolean {
  return value === DECISION.allow || value === DECISION.deny
}

function reject(context: Context, failure: ConsentFailure, clientId?: string): Promise<HttpResponse> {
  reportRejection(context, 'consent', failure, clientId)
  return errorPage(context, consentFailureToPage(failure))
}

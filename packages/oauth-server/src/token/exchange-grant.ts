import { type Context, reportRejection } from '../context.ts'
import { type HttpRequest, type HttpResponse, json, jsonError } from '../http/exchange.ts'
import { isRepeated, type Parameters, single } from '../http/parameters.ts'
import { scopeTokens } from '../scope.ts'
import type { ExchangeToken, SubjectTokenType, TokenExchangeRequest } from '../token-exchange.ts'

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'
const SUBJECT_TOKEN_TYPES: readonly SubjectTokenType[] = [
  'urn:ietf:params:oauth:token-type:jwt',
  'urn:ietf:params:oauth:token-type:id_token',
]
/** Identity tokens are one or two kilobytes long. */
const SUBJECT_TOKEN_LENGTH_MAX = 16 * 1024
const TARGETS_MAX = 100

/** RFC 8693 §2.1: several targets are several parameters. */
const REPEATABLE: ReadonlySet<string> = new Set(['resource', 'audience'])

type ReadForm =
  | { readonly ok: true; readonly request: TokenExchangeRequest }
  | { readonly ok: false; readonly error: string; readonly description: string; readonly reason: string }

/** A token exchange (RFC 8693) with a public client. */
export async function exchangeGrant(
  context: Context,
  exchange: ExchangeToken,
  form: Parameters,
  request: HttpRequest,
): Promise<HttpResponse> {
  if (presentsClient(form, request)) {
    reportRejection(context, 'token', 'client_not_accepted')
    return jsonError(401, 'invalid_client', 'A token exchange has no client authentication: send no client secret.', {
      'WWW-Authenticate': `Basic realm="${context.settings.issuer}"`,
    })
  }
  const read = readExchange(form)
  const result = read.ok ? await exchange(read.request, request.raw) : read
  if (!result.ok) {
    reportRejection(context, 'token', result.reason)
    return jsonError(400, result.error, result.description)
  }
  return json(200, {
    access_token: result.accessToken,
    issued_token_type: ACCESS_TOKEN,
    token_type: 'Bearer',
    expires_in: result.expiresInSeconds,
    scope: result.scopes.join(' '),
  })
}

/** A `client_id` alone is only a name. */
function presentsClient(form: Parameters, request: HttpRequest): boolean {
  return request.header('authorization') !== undefined || form.has('client_secret') || form.has('client_assertion')
}

function readExchange(form: Parameters): ReadForm {
  const repeated = [...form.keys()].find((name) => isRepeated(form, name) && !REPEATABLE.has(name))
  if (repeated !== undefined) return invalid('parameter_repeated', 'A parameter is repeated.')
  const subjectToken = single(form, 'subject_token')
  if (subjectToken === undefined) return invalid('subject_token_missing', 'subject_token is missing.')
  if (subjectToken.length > SUBJECT_TOKEN_LENGTH_MAX)
    return invalid('subject_token_too_long', `subject_token is longer than ${SUBJECT_TOKEN_LENGTH_MAX} characters.`)
  const type = single(form, 'subject_token_type')
  const subjectTokenType = SUBJECT_TOKEN_TYPES.find((known) => known === type)
  if (subjectTokenType === undefined)
    return invalid('subject_token_type', `subject_token_type must be ${SUBJECT_TOKEN_TYPES.join(' or ')}.`)
  if (form.has('actor_token') || form.has('actor_token_type'))
    return invalid('actor_token', 'actor_token is not supported.')
  if ((single(form, 'requested_token_type') ?? ACCESS_TOKEN) !== ACCESS_TOKEN)
    return invalid('requested_token_type', `requested_token_type must be ${ACCESS_TOKEN}, or be left out.`)
  const [resources, audiences] = [values(form, 'resource'), values(form, 'audience')]
  if (resources.length + audiences.length > TARGETS_MAX)
    return { ...invalid('too_many_targets', `There may be at most ${TARGETS_MAX} targets.`), error: 'invalid_target' }
  const notUri = resources.some((resource) => !URL.canParse(resource) || resource.includes('#'))
  if (notUri) {
    const description = 'resource must be an absolute URI without a fragment (RFC 8693 §2.1).'
    return { ...invalid('resource_not_uri', description), error: 'invalid_target' }
  }
  const scopes = scopeTokens(single(form, 'scope'))
  if (scopes === 'malformed')
    return { ...invalid('scope_malformed', 'scope is not a list of scopes.'), error: 'invalid_scope' }
  const parameter = (name: string) => single(form, name)
  return { ok: true, request: { subjectToken, subjectTokenType, scopes, resources, audiences, parameter } }
}

function values(form: Parameters, name: string): readonly string[] {
  return [...new Set((form.get(name) ?? []).filter((value) => value !== ''))]
}

function invalid(reason: string, description: string) {
  return { ok: false, error: 'invalid_request', description, reason } as const
}

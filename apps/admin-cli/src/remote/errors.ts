import { connectionProblem, type FootfallError, isFootfallError } from '@footfall/client'
import { CommandError, UsageError } from '../errors.ts'
import type { ServerUrl } from './server-url.ts'

/** The service rejected a request, with the code of its answer. */
export class ServiceRejected extends CommandError {
  readonly code: string
  /** Whether the service has certainly not done what was asked. */
  readonly isFinal: boolean
  constructor(code: string, message: string, isFinal = true) {
    super(message)
    this.code = code
    this.isFinal = isFinal
  }
}

/** The service did not answer, or not as Footfall does. What was asked may have been done. */
export class ServiceUnreachable extends CommandError {}

/** Asks the service; the errors of the client become those of a command, whose messages say what to do. */
export async function asking<T>(server: ServerUrl, ask: () => PromiseLike<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw isFootfallError(error) ? commandError(server, error) : error
  }
}

function commandError(server: ServerUrl, error: FootfallError): Error {
  const { code, detail, cause, redirectedTo = 'another address' } = error
  switch (code) {
    case 'no_response':
    case 'untrusted_certificate':
      return new ServiceUnreachable(`${server} cannot be reached: ${connectionProblem(cause).reason}.`)
    case 'redirected':
      return new ServiceUnreachable(`${server} redirects to ${redirectedTo}; use that address as --server.`)
    case 'response_too_large':
      return new ServiceUnreachable(`The answer of ${server} is too large; ask for less.`)
    case 'invalid_argument':
      return new UsageError(detail)
    case 'sign_in_rejected':
      return signInRejected(server, error)
    default:
      return rejected(server, error)
  }
}

function rejected(server: ServerUrl, error: FootfallError): ServiceRejected | ServiceUnreachable {
  const { code, detail, status = 0, retryAfterMs, missingScope } = error
  if (status === 401)
    return new ServiceRejected(
      code,
      `The token is not valid at ${server} any more. Sign in again with \`footfall login --server ${server}\`. If FOOTFALL_TOKEN is set, replace or unset it; it takes precedence.`,
    )
  if (status === 429) {
    const when = retryAfterMs === undefined ? 'in a moment' : `in ${Math.ceil(retryAfterMs / 1000)} s`
    return new ServiceRejected(code, `Too many requests. Try again ${when}.`, false)
  }
  if (status >= 500) return new ServiceRejected(code, `${server} could not answer (${status}). ${detail}`, false)
  if (code === 'invalid_response')
    return new ServiceUnreachable(`${server} does not answer as Footfall does; check the address.`)
  if (code === 'insufficient_scope') {
    const need =
      missingScope === undefined ? detail : `This needs the scope ${missingScope}, which the token does not have.`
    const advice = `Sign in again with \`footfall login --server ${server} --scopes all\`, or name the scopes that you need.`
    return new ServiceRejected(code, `${need} ${advice}`)
  }
  const isFinal = code !== 'outcome_unknown' && code !== 'request_in_progress'
  // By default the detail only lists the invalid fields, and the lines below say more.
  const isList = detail === error.errors.map(named).join('; ')
  const lines = error.errors.map(fieldText)
  return new ServiceRejected(code, (isList ? lines : [detail, ...lines]).join('\n  '), isFinal)
}

type FieldError = FootfallError['errors'][number]

/** What is wrong with the whole body has no path. */
function named({ path, message }: FieldError): string {
  return path === '' ? message : `${path}: ${message}`
}

function fieldText({ did_you_mean, ...error }: FieldError): string {
  return `${named(error)}.${did_you_mean === undefined ? '' : ` Did you mean ${did_you_mean.join(', ')}?`}`
}

function signInRejected(server: ServerUrl, { detail, oauthError = 'refused' }: FootfallError): CommandError {
  switch (oauthError) {
    case 'access_denied': {
      // Why the service denied what the person had allowed, such as a policy.
      const why = detail === 'The person denied access.' ? '' : `: ${detail.replace(/\.$/, '')}`
      return new CommandError(`Access was denied${why}. Nothing was stored.`)
    }
    case 'expired_token':
      return new CommandError('The code has expired. Run `footfall login` again.')
    case 'unsupported_grant_type':
      return new CommandError(`${server} is of a version without device authorization; set FOOTFALL_TOKEN instead.`)
    default:
      return new ServiceRejected(oauthError, detail)
  }
}

import { connectionProblem, type FootfallError, isFootfallError } from '@footfall/client'
import { CommandError, optionNamed, UsageError } from '../errors.ts'
import type { ServerUrl } from './server-url.ts'

/** The service rejected a request, with the code of its answer. */
export class ServiceRejected extends CommandError {
  /** Whether the service has certainly not done what was asked. */
  readonly isFinal: boolean
  constructor(code: string, message: string, isFinal = true) {
    super(message, code)
    this.isFinal = isFinal
  }
}

/** The service did not answer, or not as Footfall does. What was asked may have been done. */
export class ServiceUnreachable extends CommandError {
  constructor(code: string, message: string) {
    super(message, code)
  }
}

/** Where the token of a request comes from: the environment, or the file of `footfall login`. */
export type TokenSource = 'FOOTFALL_TOKEN' | 'login'

/** What a command calls the fields that have another name there. */
export type OptionNames = Readonly<Record<string, string>>

/** Whom a command asks, with what an error names. */
export interface Asked {
  readonly server: ServerUrl
  /** Undefined without a token. */
  readonly tokenFrom?: TokenSource
  readonly options?: OptionNames | undefined
}

/** Asks the service; the errors of the client become those of a command, whose messages say what to do. */
export async function asking<T>(asked: Asked, ask: () => PromiseLike<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw isFootfallError(error) ? commandError(asked, error) : error
  }
}

function commandError(asked: Asked, error: FootfallError): Error {
  const { server } = asked
  const { code, detail, cause, redirectedTo = 'another address' } = error
  switch (code) {
    case 'no_response':
    case 'untrusted_certificate':
      return new ServiceUnreachable(code, `${server} cannot be reached: ${connectionProblem(cause).reason}.`)
    case 'redirected':
      return new ServiceUnreachable(code, `${server} redirects to ${redirectedTo}; use that address as --server.`)
    case 'response_too_large':
      return new ServiceUnreachable(code, `The answer of ${server} is too large; ask for less.`)
    case 'invalid_argument':
      return new UsageError(detail)
    case 'sign_in_rejected':
      return signInRejected(server, error)
    default:
      return rejected(asked, error)
  }
}

function rejected(asked: Asked, error: FootfallError): ServiceRejected | ServiceUnreachable {
  const { server, tokenFrom, options = {} } = asked
  const { code, detail, status = 0, retryAfterMs, missingScope } = error
  if (status === 401)
    return new ServiceRejected(
      code,
      tokenFrom === 'FOOTFALL_TOKEN'
        ? `The token in FOOTFALL_TOKEN is not valid at ${server}. Replace it, or unset it to use the token of \`footfall login\`.`
        : `The token is no longer valid at ${server}. Sign in again with \`footfall login --server ${server}\`.`,
    )
  if (status === 429) {
    const when = retryAfterMs === undefined ? 'in a moment' : `in ${Math.ceil(retryAfterMs / 1000)} s`
    return new ServiceRejected(code, `Too many requests. Try again ${when}.`, false)
  }
  if (status >= 500) return new ServiceRejected(code, `${server} could not answer (${status}). ${detail}`, false)
  if (code === 'invalid_response')
    return new ServiceUnreachable(code, `${server} does not answer as Footfall does; check the address.`)
  if (code === 'insufficient_scope') {
    const isGiven = tokenFrom === 'FOOTFALL_TOKEN'
    const token = isGiven ? 'the token in FOOTFALL_TOKEN' : 'the token'
    const need =
      missingScope === undefined ? detail : `This needs the scope ${missingScope}, which ${token} does not have.`
    const advice = isGiven
      ? `Set FOOTFALL_TOKEN to a token with this scope, or unset it to use the token of \`footfall login\`.`
      : `Sign in again with \`footfall login --server ${server} --scopes all\`, or name the scopes that you need.`
    return new ServiceRejected(code, `${need} ${advice}`)
  }
  const isFinal = code !== 'outcome_unknown' && code !== 'request_in_progress'
  const lines = error.errors.map((each) => fieldText(each, options))
  // The detail of an invalid request says no more than its fields do.
  const isInFields = code === 'invalid_request' && lines.length > 0
  return new ServiceRejected(code, (isInFields ? lines : [detail, ...lines]).join('\n  '), isFinal)
}

type FieldError = FootfallError['errors'][number]

function fieldText({ path, message, did_you_mean }: FieldError, options: OptionNames): string {
  const option = optionOf(path, options)
  return `${option === undefined ? message : `${option}: ${message}`}.${did_you_mean === undefined ? '' : ` Did you mean ${did_you_mean.join(', ')}?`}`
}

/**
 * The option of a field: `--limit` of `limit`, `--filters 0.dimension` of `filters.0.dimension`. The whole body has none, nor
 * has a header, which the command sends by itself.
 */
function optionOf(path: string, options: OptionNames): string | undefined {
  const [field = '', ...inner] = path.split('.')
  if (!/^[a-z]/.test(field)) return undefined
  const option = options[field] ?? optionNamed(field)
  return inner.length === 0 ? option : `${option} ${inner.join('.')}`
}

function signInRejected(server: ServerUrl, { detail, oauthError = 'sign_in_rejected' }: FootfallError): CommandError {
  switch (oauthError) {
    case 'access_denied': {
      // Why the service denied what the person had allowed, such as a policy.
      const why = detail === 'The person denied access.' ? '' : `: ${detail.replace(/\.$/, '')}`
      return new CommandError(`Access was denied${why}. Nothing was stored.`, oauthError)
    }
    case 'expired_token':
      return new CommandError('The code has expired. Run `footfall login` again.', oauthError)
    case 'unsupported_grant_type':
      return new CommandError(
        `${server} is of a version without device authorization; set FOOTFALL_TOKEN instead.`,
        oauthError,
      )
    default:
      return new ServiceRejected(oauthError, detail)
  }
}

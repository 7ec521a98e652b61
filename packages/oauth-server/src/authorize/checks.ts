import type { OAuthClient } from '../client.ts'
import { isRepeated, type Parameters, repeatedName, single } from '../http/parameters.ts'
import { isCodeChallenge } from '../pkce.ts'
import { isRegisteredRedirect, redirectUriProblem } from '../redirect-uri.ts'
import { parseScope } from '../scope.ts'
import type { LocalFailure, RedirectedFailure } from './failures.ts'

/** What the checks may read: data only, so that no check waits. */
export interface AuthorizeInput {
  readonly parameters: Parameters
  readonly client: OAuthClient
  readonly resource: string
  readonly grantable: ReadonlySet<string>
  readonly requireState: boolean
}

type RedirectedCheck = (input: AuthorizeInput) => RedirectedFailure | undefined

export function checkRedirectUriGiven(parameters: Parameters): LocalFailure | undefined {
  if (isRepeated(parameters, 'redirect_uri')) return { reason: 'redirect_uri_repeated' }
  return single(parameters, 'redirect_uri') === undefined ? { reason: 'redirect_uri_missing' } : undefined
}

export function checkRedirectUri(parameters: Parameters, client: OAuthClient): LocalFailure | undefined {
  const uri = single(parameters, 'redirect_uri') ?? ''
  return isRegisteredRedirect(uri, client.redirectUris) ? undefined : { reason: 'redirect_uri_not_registered' }
}

/** For a client whose redirect URIs are not known yet: rejects what no client can register. */
export function checkRedirectUriForm(parameters: Parameters): LocalFailure | undefined {
  const problem = redirectUriProblem(single(parameters, 'redirect_uri') ?? '')
  return problem === undefined ? undefined : { reason: 'redirect_uri_not_registered' }
}

export function checkClientId(parameters: Parameters): LocalFailure | undefined {
  if (isRepeated(parameters, 'client_id')) return { reason: 'client_id_repeated' }
  return single(parameters, 'client_id') === undefined ? { reason: 'client_id_missing' } : undefined
}

/** In this order, after client and redirect URI are validated. The first failure is returned. */
const redirectedChecks: readonly RedirectedCheck[] = [
  checkNothingRepeated,
  checkResponseType,
  checkGrantRegistered,
  checkState,
  checkCodeChallenge,
  checkCodeChallengeMethod,
  checkResource,
  checkScope,
]

export function firstFailure(input: AuthorizeInput): RedirectedFailure | undefined {
  for (const check of redirectedChecks) {
    const failure = check(input)
    if (failure) return failure
  }
  return undefined
}

const STATE = /^[\x20-\x7e]{1,4096}$/

/** The `state` to return with a response; undefined if it is malformed or repeated. */
export function returnableState(parameters: Parameters): string | undefined {
  const state = single(parameters, 'state')
  return state !== undefined && !isRepeated(parameters, 'state') && STATE.test(state) ? state : undefined
}

function checkNothingRepeated({ parameters }: AuthorizeInput): RedirectedFailure | undefined {
  const name = repeatedName(parameters)
  return name === undefined ? undefined : { reason: 'parameter_repeated', name }
}

function checkResponseType({ parameters }: AuthorizeInput): RedirectedFailure | undefined {
  const type = single(parameters, 'response_type')
  if (type === undefined) return { reason: 'response_type_missing' }
  return type === 'code' ? undefined : { reason: 'response_type_unsupported' }
}

function checkGrantRegistered({ client }: AuthorizeInput): RedirectedFailure | undefined {
  return client.grantTypes.includes('authorization_code') ? undefined : { reason: 'grant_not_registered' }
}

/** Required by default even though PKCE protects from CSRF: not every client verifies that the server supports PKCE. */
function checkState({ parameters, requireState }: AuthorizeInput): RedirectedFailure | undefined {
  const state = single(parameters, 'state')
  if (state === undefined) return requireState ? { reason: 'state_missing' } : undefined
  return STATE.test(state) ? undefined : { reason: 'state_malformed' }
}

function checkCodeChallenge({ parameters }: AuthorizeInput): RedirectedFailure | undefined {
  const challenge = single(parameters, 'code_challenge')
  if (challenge === undefined) return { reason: 'code_challenge_missing' }
  return isCodeChallenge(challenge) ? undefined : { reason: 'code_challenge_malformed' }
}

/** A missing method would mean `plain` (RFC 7636 §4.3), a downgrade, so it is rejected. */
function checkCodeChallengeMethod({ parameters }: AuthorizeInput): RedirectedFailure | undefined {
  return single(parameters, 'code_challenge_method') === 'S256'
    ? undefined
    : { reason: 'code_challenge_method_not_s256' }
}

function checkResource({ parameters, resource }: AuthorizeInput): RedirectedFailure | undefined {
  const requested = single(parameters, 'resource')
  if (requested === undefined) return { reason: 'resource_missing' }
  return requested === resource ? undefined : { reason: 'resource_other' }
}

function checkScope({ parameters, grantable }: AuthorizeInput): RedirectedFailure | undefined {
  const answer = parseScope(single(parameters, 'scope'), grantable)
  if (answer.ok) return undefined
  switch (answer.reason) {
    case 'missing':
      return { reason: 'scope_missing' }
    case 'malformed':
      return { reason: 'scope_malformed' }
    case 'not_grantable':
      return { reason: 'scope_not_grantable', scope: answer.scope }
  }
}

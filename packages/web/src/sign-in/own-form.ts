import { CredentialNotAccepted, UnsupportedMediaType } from '@footfall/core-domain'
import { authorizationOf } from '@footfall/http-primitives'
import { assertFewParameters, assertSameOrigin, receiveBody } from '@footfall/kernel'
import type { Request } from 'express'
import type { SignInServices } from './services.ts'

const FORM = 'application/x-www-form-urlencoded'
const FORM_BYTES_MAX = 32 * 1024

/**
 * For requests that only a session cookie authenticates. A request with `Authorization` is authenticated by that header only,
 * whatever its cookie: throws `InvalidToken` if it has no valid credential, and otherwise `CredentialNotAccepted`.
 */
export async function assertNoAuthorization(
  req: Request,
  { callerOf }: Pick<SignInServices, 'callerOf'>,
): Promise<void> {
  const authorization = authorizationOf(req)
  if (authorization === undefined) return
  await callerOf(authorization, req.ip)
  throw new CredentialNotAccepted()
}

/** The fields of a form of this service. Throws `CredentialNotAccepted` for a form of another origin, and as `assertNoAuthorization`. */
export async function ownForm(
  req: Request,
  services: Pick<SignInServices, 'origins' | 'callerOf'>,
): Promise<URLSearchParams> {
  const { origins } = services
  await assertNoAuthorization(req, services)
  assertSameOrigin(req, origins)
  if (!req.is(FORM)) throw new UnsupportedMediaType(`The form must be ${FORM}.`)
  return formIn(await receiveBody(req, FORM_BYTES_MAX))
}

/** The fields of a form. Throws `InvalidRequest` for more than anyone fills in. */
export function formIn(body: Buffer): URLSearchParams {
  const text = body.toString('utf8')
  assertFewParameters(text, 'body')
  return new URLSearchParams(text)
}

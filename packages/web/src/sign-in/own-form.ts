import { CredentialNotAccepted, UnsupportedMediaType } from '@footfall/core-domain'
import { authorizationOf } from '@footfall/http-primitives'
import { assertFewParameters, assertSameOrigin, receiveBody } from '@footfall/kernel'
import type { Request } from 'express'

const FORM = 'application/x-www-form-urlencoded'
const FORM_BYTES_MAX = 32 * 1024

/** The fields of a form of this service. Throws `CredentialNotAccepted` for a form of another origin or with `Authorization`. */
export async function ownForm(req: Request, origins: readonly string[]): Promise<URLSearchParams> {
  if (authorizationOf(req) !== undefined) throw new CredentialNotAccepted()
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

import { CredentialNotAccepted, UnsupportedMediaType } from '@footfall/core-domain'
import { authorizationOf } from '@footfall/http-primitives'
import { assertSameOrigin, receiveBody } from '@footfall/kernel'
import type { Request } from 'express'

const FORM = 'application/x-www-form-urlencoded'
const FORM_BYTES_MAX = 32 * 1024

/** The fields of a form of this service. Throws `CredentialNotAccepted` for a form of another origin or with `Authorization`. */
export async function ownForm(req: Request, origins: readonly string[]): Promise<URLSearchParams> {
  if (authorizationOf(req) !== undefined) throw new CredentialNotAccepted()
  assertSameOrigin(req, origins)
  if (!req.is(FORM)) throw new UnsupportedMediaType(`The form must be ${FORM}.`)
  const body = await receiveBody(req, FORM_BYTES_MAX)
  return new URLSearchParams(body.toString('utf8'))
}

import { InvalidRequest, PayloadTooLarge, UnsupportedMediaType } from '@footfall/core-domain'
import { BodyRefused, readBody } from '@footfall/http-primitives'
import { assertSameOrigin } from '@footfall/rest-adapter'
import type { Request } from 'express'

const FORM = 'application/x-www-form-urlencoded'
const FORM_BYTES_MAX = 32 * 1024

/** The fields of a form of this service. Throws `CredentialNotAccepted` for a form of another origin. */
export async function ownForm(req: Request, origins: readonly string[]): Promise<URLSearchParams> {
  assertSameOrigin(req, origins)
  if (!req.is(FORM)) throw new UnsupportedMediaType(`The form must be ${FORM}.`)
  const body = await readBody(req, { bytesMax: FORM_BYTES_MAX }).catch((error: unknown) => {
    throw error instanceof BodyRefused ? refusalOf(error) : error
  })
  return new URLSearchParams(body.toString('utf8'))
}

function refusalOf({ failure }: BodyRefused) {
  if (failure === 'too_large') return new PayloadTooLarge(FORM_BYTES_MAX)
  return new InvalidRequest([{ path: 'body', message: 'cannot be read' }])
}

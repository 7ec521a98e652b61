import { InvalidRequest, PayloadTooLarge, UnsupportedMediaType } from '@footfall/core-domain'
import { assertSameOrigin } from '@footfall/rest-adapter'
import { type Request, type Response, raw } from 'express'

const FORM = 'application/x-www-form-urlencoded'
const FORM_BYTES_MAX = 32 * 1024
const reader = raw({ type: FORM, limit: FORM_BYTES_MAX, inflate: false })

/** The fields of a form that one of our own pages posted. Throws `CredentialNotAccepted` for a foreign form. */
export async function ownForm(req: Request, res: Response, origins: readonly string[]): Promise<URLSearchParams> {
  assertSameOrigin(req, origins)
  if (!req.is(FORM)) throw new UnsupportedMediaType('Send the form as a browser does.')
  await read(req, res)
  return new URLSearchParams(req.body instanceof Uint8Array ? Buffer.from(req.body).toString('utf8') : '')
}

function read(req: Request, res: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    reader(req, res, (error?: unknown) => {
      if (error === undefined) resolve()
      else if (typeof error === 'object' && error !== null && 'type' in error && error.type === 'entity.too.large')
        reject(new PayloadTooLarge(FORM_BYTES_MAX))
      else reject(new InvalidRequest([{ path: 'body', message: 'cannot be read' }]))
    })
  })
}

import { CredentialNotAccepted, InvalidRequest, PayloadTooLarge, UnsupportedMediaType } from '@footfall/core-domain'
import { type Request, type Response, raw } from 'express'

const FORM = 'application/x-www-form-urlencoded'
const FORM_BYTES_MAX = 32 * 1024
const reader = raw({ type: FORM, limit: FORM_BYTES_MAX, inflate: false })

/**
 * The fields of a form that one of our own pages posted. A browser says from where a form comes, and only these origins
 * count; what says nothing is no browser. Throws `CredentialNotAccepted` for a foreign form.
 */
export async function ownForm(req: Request, res: Response, origins: readonly string[]): Promise<URLSearchParams> {
  const { origin, 'sec-fetch-site': site } = req.headers
  if (origin === undefined || !origins.includes(origin) || (site !== undefined && site !== 'same-origin'))
    throw new CredentialNotAccepted(`This form did not come from ${origins[0]}. Open it there and try again.`)
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

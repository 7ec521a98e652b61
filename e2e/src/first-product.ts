import { jsonOf } from './server-process.ts'

const PERSON = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' }

export interface FirstProduct {
  readonly product: string
  readonly token: string
  /** The session of the account that made both. */
  readonly cookie: string
}

/**
 * Signs up at an empty service, and makes a product and a token for it. `origin` is the origin of `BASE_URL`. With
 * replicas, `signUpAt` and `workAt` may be different ones. Behind a proxy the first account needs the setup code that
 * the service prints.
 */
export async function firstProduct(
  origin: string,
  signUpAt: string,
  scopes: readonly string[],
  workAt: string = signUpAt,
  setupCode = '',
): Promise<FirstProduct> {
  const signedUp = await fetch(`${signUpAt}/sign-up`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin },
    body: new URLSearchParams({ ...PERSON, ...(setupCode === '' ? {} : { setup_code: setupCode }) }),
  })
  const cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const write = async (path: string, body: object) => {
    const answer = await fetch(`${workAt}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, origin },
      body: JSON.stringify(body),
    })
    return (await jsonOf(answer)).data
  }
  const made = await write('/api/v1/products', { name: 'Shop' })
  const issued = await write('/api/v1/access-tokens', { name: 'Load', scopes, products: { mode: 'all' } })
  return { product: made.result.id, token: issued.secret, cookie }
}

/** The setup code in the output of a service that has no account yet. */
export function printedSetupCode(output: string): string {
  const code = /with the setup code ([^\s"]+)/.exec(output)?.[1]
  if (code === undefined) throw new Error(`No setup code was printed:\n${output}`)
  return code
}

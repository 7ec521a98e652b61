import { pause } from '../event-load.ts'
import type { FirstProduct } from '../first-product.ts'
import { jsonOf } from '../server-process.ts'

type Access = Pick<FirstProduct, 'product' | 'token'>
type OnStatus = (status: number) => void

/** The outcomes after which a client repeats the identical request. */
const UNDECIDED = ['lost', 'service_unavailable', 'request_in_progress', 'outcome_unknown']

/** Confirms a rename and repeats the request until its outcome is decided. Returns `executed` or the error code. */
export type Rename = (name: string, key: string, onStatus?: OnStatus) => Promise<string>

/** Reads the address before each request, since the service may restart on another port. */
export function retriedRename(urlOf: () => string, access: Access): Rename {
  return async (name, key, onStatus = () => {}) => {
    for (;;) {
      const code = await confirmed(urlOf(), { ...access, name, key }, onStatus)
      if (!UNDECIDED.includes(code)) return code
      await pause(200)
    }
  }
}

async function confirmed(
  url: string,
  { product, token, name, key }: Access & { readonly name: string; readonly key: string },
  onStatus: OnStatus,
): Promise<string> {
  try {
    const response = await fetch(`${url}/api/v1/products/${product}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'service-confirm': 'true',
        'idempotency-key': key,
      },
      body: JSON.stringify({ name }),
    })
    onStatus(response.status)
    const body = await jsonOf(response)
    return response.ok ? 'executed' : body.code
  } catch {
    return 'lost'
  }
}

import { pause } from '../event-load.ts'
import type { FirstProduct } from '../first-product.ts'
import { jsonOf } from '../server-process.ts'

type Access = Pick<FirstProduct, 'product' | 'token'>
type OnStatus = (status: number) => void

/** What a careful client repeats the identical request for. */
const UNDECIDED = ['lost', 'service_unavailable', 'request_in_progress']

/** Confirms a rename under a key, again while nothing is decided. The code it ends with, or `executed`. */
export type Rename = (name: string, key: string, onStatus?: OnStatus) => Promise<string>

/** Asks the service where it is at that moment, since it may come back elsewhere. */
export function insistentRename(urlOf: () => string, access: Access): Rename {
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

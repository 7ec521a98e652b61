import type { ProductKey } from '../../../api/types.ts'
import { addDays } from '../../../statistics/span.ts'

interface Circumstances {
  readonly secret: string
  readonly product: string
  /** A hostname of the product. */
  readonly hostname: string
  readonly currency: string
  /** Today, as the product counts days. */
  readonly today: string
  readonly now: Date
}

export interface KeyExample {
  readonly code: string
  /** What comes back, and what is to be known before it is run. */
  readonly note: string
}

const WEEK = 7
const CRAWLER = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A first call with a new key, ready for a terminal. */
export function keyExample(key: Pick<ProductKey, 'kind' | 'scopes'>, given: Circumstances): KeyExample {
  const { secret, product, hostname, currency, today, now } = given
  switch (key.kind) {
    case 'api': {
      const span = `from=${addDays(today, 1 - WEEK)}&to=${today}`
      if (key.scopes.includes('analytics:read')) {
        return {
          code: get(secret, `/api/v1/stats?product=${product}&metric=visitors&${span}&interval=day`),
          note: 'It answers the visitors of the last seven days, day by day.',
        }
      }
      return {
        code: get(secret, `/api/v1/products/${product}/funnels?${span}`),
        note: 'It answers the funnels with what became of them in the last seven days.',
      }
    }
    case 'payment':
      return {
        code: post(secret, '/api/v1/payments', {
          id: 'order-1001',
          amount: '49.90',
          currency,
          name: 'Order',
          url: `https://${hostname}/checkout`,
          occurred_at: now.toISOString(),
          visitor: { address: '203.0.113.7', user_agent: BROWSER },
          props: { plan: 'yearly' },
        }),
        note: 'It answers 201, and this very payment counts: put in one of yours. The same id counts once. With visitor, the payer’s address and browser, it joins the visit that it came from; neither is stored. Only id, amount and currency are needed.',
      }
    case 'crawler_intake':
      return {
        code: post(secret, '/api/v1/crawls', {
          hits: [
            { url: `https://${hostname}/pricing`, user_agent: CRAWLER, status: 200, occurred_at: now.toISOString() },
          ],
        }),
        note: 'It answers 202 with how many were counted. Up to 1,000 hits go in one call; those of people are left out, so every line of a log may be sent.',
      }
  }
}

function get(secret: string, path: string): string {
  return `curl -H "Authorization: Bearer ${secret}" "${location.origin}${path}"`
}

function post(secret: string, path: string, body: object): string {
  return [
    `curl "${location.origin}${path}"`,
    `-H "Authorization: Bearer ${secret}"`,
    '-H "Content-Type: application/json"',
    `-d '${JSON.stringify(body, null, 2)}'`,
  ].join(' \\\n  ')
}

import type { ProductKey } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { addDays } from '../../../statistics/date-range.ts'

interface ExampleContext {
  readonly secret: string
  readonly product: string
  readonly hostname: string
  readonly currency: string
  /** Today in the time zone of the product. */
  readonly today: string
  readonly now: Date
}

interface KeyExample {
  readonly code: string
  /** The expected answer, and notes. */
  readonly note: string
}

const WEEK = 7
const CRAWLER = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** An example command for a new key. */
export function keyExample(key: Pick<ProductKey, 'kind' | 'scopes'>, context: ExampleContext): KeyExample {
  const { secret, product, hostname, currency, today, now } = context
  switch (key.kind) {
    case 'api': {
      const dates = `from=${addDays(today, 1 - WEEK)}&to=${today}`
      if (key.scopes.includes('analytics:read')) {
        return {
          code: get(secret, `/api/v1/stats?product=${product}&metric=visitors&${dates}&interval=day`),
          note: t('settings.keys.example_statistics'),
        }
      }
      return {
        code: get(secret, `/api/v1/products/${product}/funnels?${dates}`),
        note: t('settings.keys.example_funnels'),
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
        note: t('settings.keys.example_payment'),
      }
    case 'crawler_intake':
      return {
        code: post(secret, '/api/v1/crawls', {
          hits: [
            { url: `https://${hostname}/pricing`, user_agent: CRAWLER, status: 200, occurred_at: now.toISOString() },
          ],
        }),
        note: t('settings.keys.example_crawler'),
      }
    case 'ingest':
      return {
        code: post(secret, '/api/events', {
          events: [
            {
              id: 'order-1001',
              name: 'Order',
              url: `https://${hostname}/checkout`,
              timestamp: now.toISOString(),
              ip: '203.0.113.7',
              user_agent: BROWSER,
              props: { plan: 'yearly' },
            },
          ],
        }),
        note: t('settings.keys.example_ingest'),
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

import { keepEarly } from '../api/early-answers.ts'
import type { Preferences } from '../api/types.ts'
import { intervalFor } from '../statistics/date-range.ts'
import { BREAKDOWN_ROWS, CARDS, FIRST_COMPARISON, FIRST_METRIC } from '../statistics/first-question.ts'
import { isPeriod, type Period, preferredPeriod } from '../statistics/period-days.ts'

/**
 * Sends the first requests of a page while its scripts still load, and loads the scripts of an overview at the same time.
 * `api/client.ts` takes the answers.
 */
export function sendFirstRequests({
  origin,
  pathname,
  search,
}: Pick<Location, 'origin' | 'pathname' | 'search'>): void {
  const ask = (path: string) => {
    const answer = fetch(path, { credentials: 'same-origin', cache: 'no-store' })
    keepEarly(origin + path, answer)
    return answer
  }
  const [, section, product, page] = pathname.split('/')
  if (section !== '' && section !== 'products' && section !== 'account') return
  void ask('/api/v1/products?limit=200')
  if (section !== 'products' || !product) return
  const of = `/api/v1/products/${product}`
  const preferences = ask(`${of}/preferences`)
  if (page !== undefined && page !== '') return
  preloadScripts()
  const askFirst = (period: Period) => firstQuestions(period).forEach((question) => void ask(of + question))
  const period = askedPeriod(search)
  if (period !== undefined) askFirst(period)
  // The page shows the problem if its preferences cannot be read.
  else if (search === '') preferences.then(preferredPeriodOf).then(askFirst, () => undefined)
}

async function preferredPeriodOf(answer: Response): Promise<Period> {
  const { data }: { readonly data: Preferences } = await answer.clone().json()
  return preferredPeriod(data)
}

/** The period of an address that chooses nothing else. */
function askedPeriod(search: string): Period | undefined {
  const asked = [...new URLSearchParams(search)]
  const [only, ...others] = asked
  if (only === undefined || others.length > 0) return undefined
  const [name, value] = only
  return name === 'period' && isPeriod(value) ? value : undefined
}

/** As `overviewQuery` and `breakdownQuery` ask them. */
function firstQuestions(period: Period): readonly string[] {
  const query = { period, compare: FIRST_COMPARISON }
  const overview = { ...query, metric: FIRST_METRIC, interval: intervalFor(undefined, { period }) }
  const dimensions = Object.values(CARDS).map(({ first }) => first)
  const breakdowns = `dimensions=${dimensions.join(',')}&limit=${BREAKDOWN_ROWS}`
  return [`/overview?${new URLSearchParams(overview)}`, `/breakdowns?${new URLSearchParams(query)}&${breakdowns}`]
}

/** The scripts of the overview, as the build names them in the document. */
function preloadScripts(): void {
  const names = document.querySelector<HTMLMetaElement>('meta[name="overview-scripts"]')?.content.split(' ') ?? []
  for (const href of names.filter((name) => name !== '')) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, crossOrigin: '' }))
  }
}

import { type CrawlersQuery, crawlersMeant, KNOWN_CRAWLERS, nearest, type ReportHint } from '@footfall/core-domain'
import { integer, matchesGlob, sql } from '@footfall/warehouse'
import { ofProduct, type RangeContext } from './context.ts'

/** So many names and paths are compared with one that never came. */
const NAMES_MAX = 1000

const isAmong = (name: string, names: readonly string[]) =>
  names.some((one) => one.toLowerCase() === name.toLowerCase())

/** Names the crawlers and the page of filters that no hit ever had. A crawler or operator of the table that never came is a true zero. */
export async function unseenCrawlerHints(
  { rows, scope }: RangeContext,
  { crawlers = [], page }: CrawlersQuery,
): Promise<readonly ReportHint[]> {
  const known = KNOWN_CRAWLERS.map(({ crawler }) => crawler)
  const asked = crawlers.filter((name) => !crawlersMeant(name).some((meant) => isAmong(meant, known)))
  const seen = (column: 'crawler' | 'path') => {
    const key = column === 'crawler' ? sql`toString(crawler)` : sql`path`
    return rows<{ name: string }>(sql`SELECT ${key} AS name FROM crawler_hits WHERE ${ofProduct(scope)}
      GROUP BY name ORDER BY count() DESC, name LIMIT ${integer(NAMES_MAX)}`)
  }
  const hint = (filter: string, value: string, names: readonly string[]): ReportHint => {
    const near = nearest(value, { names })
    return { code: 'value_never_seen', filter, value, ...(near.length > 0 && { did_you_mean: [...near] }) }
  }
  const hints: ReportHint[] = []
  if (asked.length > 0) {
    const names = (await seen('crawler')).map(({ name }) => name)
    const unseen = asked.filter((name) => !isAmong(name, names))
    if (unseen.length === crawlers.length)
      hints.push(...unseen.map((name) => hint('crawler', name, [...new Set([...names, ...known])])))
  }
  if (page !== undefined) {
    const [found] = await rows<{ found: string }>(
      sql`SELECT count() AS found FROM (SELECT 1 FROM crawler_hits
        WHERE ${ofProduct(scope)} AND ${matchesGlob(sql`path`, page)} LIMIT 1)`,
    )
    if (Number(found?.found) === 0)
      hints.push(
        hint(
          'page',
          page,
          (await seen('path')).map(({ name }) => name),
        ),
      )
  }
  return hints
}

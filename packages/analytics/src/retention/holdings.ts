import type { Engine } from '@footfall/warehouse'

/** What the engine holds, in numbers that no merge in the background changes. */
export type Holdings = Readonly<
  Record<'events' | 'rollup_pageviews' | 'crawler_hits' | 'search_console' | 'rejected' | 'imported_days', string>
>

/** Counts everything; two engines with the same answer hold the same. Numbers are decimal text, since they may be large. */
export async function holdings(engine: Engine): Promise<Holdings> {
  const [row] = await engine.rows<Holdings>(
    `SELECT
      (SELECT count() FROM events) AS events,
      (SELECT sum(pageviews) FROM events_15m) AS rollup_pageviews,
      (SELECT count() FROM crawler_hits) AS crawler_hits,
      (SELECT count() FROM search_console FINAL) AS search_console,
      (SELECT sum(count) FROM rejected_events) AS rejected,
      (SELECT count() FROM imported_days) AS imported_days`,
    { purpose: 'maintenance' },
  )
  if (row === undefined) throw new Error('The engine did not answer what it holds.')
  return row
}

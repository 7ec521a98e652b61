import { CRAWLER_HITS_MAX, CrawlerHit, CrawlerHits, parseElements } from '@footfall/core-domain'
import { z } from 'zod'
import { defineIntake } from '../../definition/intake.ts'

/** A thousand hits with all their fields. */
const BODY_VALUES_MAX = 25_000

/** Checking a hit takes between 10 and 50 microseconds. */
const CHECKED_PER_TURN = 50

export const recordCrawls = defineIntake({
  name: 'record_crawls',
  path: '/api/v1/crawls',
  title: 'Record crawler hits',
  description:
    'Records hits of crawlers that run no script, as seen by servers and edges. Requires a Website API key of the kind `crawler_intake`.',
  credential: 'crawler_intake',
  input: z.strictObject({ hits: z.array(z.unknown()).min(1).max(CRAWLER_HITS_MAX) }),
  documented: CrawlerHits,
  bodyValuesMax: BODY_VALUES_MAX,
  takesTurns: true,
  answers: { 202: { description: 'Durable', body: z.object({ data: z.object({ accepted: z.int() }) }) } },
  async run({ collector, product, turns }, { hits }) {
    const checked = await parseElements(CrawlerHit, 'hits', hits, { perTurn: CHECKED_PER_TURN, next: turns.next })
    return { status: 202, body: { data: await collector.crawls(product, checked, turns) } }
  },
})

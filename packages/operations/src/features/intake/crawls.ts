import { CrawlerHits } from '@footfall/core-domain'
import { z } from 'zod'
import { defineIntake } from '../../definition/intake.ts'

/** A thousand hits with all their fields. */
const BODY_VALUES_MAX = 25_000

export const recordCrawls = defineIntake({
  name: 'record_crawls',
  path: '/api/v1/crawls',
  title: 'Record crawler hits',
  description:
    'Records hits of crawlers that run no script, as seen by servers and edges. Requires a Website API key of the kind `crawler_intake`.',
  credential: 'crawler_intake',
  input: CrawlerHits,
  bodyValuesMax: BODY_VALUES_MAX,
  takesTurns: true,
  answers: { 202: { description: 'Durable', body: z.object({ data: z.object({ accepted: z.int() }) }) } },
  async run({ collector, product, turns }, { hits }) {
    return { status: 202, body: { data: await collector.crawls(product, hits, turns) } }
  },
})

import { expect, it } from 'vitest'
import type { Crawlers } from '../../api/types.ts'
import { crawlersCsv, pagesCsv } from './crawlers-csv.ts'

const REPORT: Crawlers = {
  state: 'available',
  reason: null,
  hits: 3,
  purposes: [],
  crawlers: [
    {
      ...{ crawler: 'GPTBot', purpose: 'ai_training', hits: 3, previous: 2, change: 0.5 },
      ...{ pages: 2, errors: 1, last_seen_at: '2026-11-10T10:00:00.000Z' },
    },
  ],
  pages: [
    { path: '/a,b', hits: 2 },
    { path: '=HYPERLINK("x")', hits: 1, previous: null, change: null },
  ],
  series: [],
}

it('the CSV of crawlers has their numbers and those of the earlier period', () => {
  expect(crawlersCsv(REPORT).split('\r\n')).toEqual([
    'Crawler,Purpose,Hits,Earlier hits,Change,Pages,Errors,Last seen',
    'GPTBot,AI training,3,2,0.5,2,1,2026-11-10T10:00:00.000Z',
    '',
  ])
})

it('the CSV of crawled pages quotes paths, and a path that a spreadsheet would run starts with an apostrophe', () => {
  expect(pagesCsv(REPORT).split('\r\n')).toEqual([
    'Page,Hits,Earlier hits,Change',
    '"/a,b",2,,',
    `"'=HYPERLINK(""x"")",1,,`,
    '',
  ])
})

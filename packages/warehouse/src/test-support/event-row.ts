import { byName, VISIT_ATTRIBUTES } from '@footfall/core-domain'
import type { EventRow } from '../schema/rows.ts'

/** A pageview with everything that a row needs; tests change what they are about. */
export function eventRow(change: Partial<EventRow> = {}): EventRow {
  return {
    product_id: 'prd_test',
    ts: '2026-11-20 12:00:00.000',
    kind: 'pageview',
    name: 'pageview',
    visitor: '11',
    identified: 0,
    visit: '21',
    visit_start: '2026-11-20 12:00:00',
    visit_starts: 1,
    pv_seq: 1,
    unbounce: 0,
    gap_ms: 0,
    hostname: 'example.com',
    path: '/',
    title: '',
    entry_path: '/',
    ...byName(VISIT_ATTRIBUTES, () => ''),
    channel: 'Direct',
    country: 'DE',
    language: 'de',
    device: 'desktop',
    browser: 'Firefox',
    browser_version: 'Firefox 130',
    os: 'Linux',
    screen_size: 'desktop',
    engaged_ms: 0,
    scroll: 0,
    revenue: '0',
    currency: '',
    props: {},
    tracker: '1',
    ...change,
  }
}

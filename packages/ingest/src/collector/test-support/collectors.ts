import { afterAll, afterEach, beforeAll } from 'vitest'
import type { IngestOptions } from '../ingest.ts'
import { type CollectorFixture, openCollectorFixture, type TestCollector } from './collector-fixture.ts'

/** The fixture of a test file. Each collector is closed after the test that opened it. */
export function collectorFixture() {
  let opened: CollectorFixture | undefined
  const collectors: TestCollector[] = []
  const fixture = () => {
    if (!opened) throw new Error('The engine exists only while hooks and tests run.')
    return opened
  }
  beforeAll(async () => {
    opened = await openCollectorFixture()
  })
  afterEach(async () => {
    await Promise.all(collectors.splice(0).map((collector) => collector.close()))
  })
  afterAll(() => opened?.close())
  return {
    get engine() {
      return fixture().engine
    },
    async openCollector(options: Partial<IngestOptions> = {}) {
      const collector = await fixture().openCollector(options)
      collectors.push(collector)
      return collector
    },
  }
}

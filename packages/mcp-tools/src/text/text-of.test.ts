import { isRecord, ReportMeta } from '@footfall/core-domain'
import { executedOf, Preview } from '@footfall/kernel'
import { MCP_OPERATIONS } from '@footfall/operations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { REPORT_TEXTS } from './reports/report-texts.ts'
import { arbitraryOf } from './test-support-arbitrary.ts'
import { META } from './test-support-meta.ts'
import { unsaid } from './test-support-said.ts'
import { textOf } from './text-of.ts'

const meta = ReportMeta.parse(META)
const NOTHING_DESCRIBED = new Set<string>()

/** Which parts of an answer depend on each other, which its schema does not say. */
function consistent(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(consistent)
  if (!isRecord(data)) return data
  const { metrics, series, rows, results, steps, key, keys, state } = data
  const inner = Object.fromEntries(Object.entries(data).map(([name, field]) => [name, consistent(field)]))
  if (state === 'available' && 'reason' in data) inner.reason = null
  if (data.lists === 0 && 'fetched_on' in data) inner.fetched_on = null
  if (Array.isArray(keys)) return { ...inner, keys: [key, ...keys.slice(1)] }
  if (Array.isArray(metrics) && (Array.isArray(series) || Array.isArray(rows))) {
    const cut = (entries: unknown) =>
      Array.isArray(entries) ? entries.map((entry) => cutTo(metrics.length, consistent(entry))) : undefined
    return definedOf({ ...inner, series: cut(series), rows: cut(rows) })
  }
  if (Array.isArray(steps) && isRecord(results)) {
    const of = (result: unknown) =>
      isRecord(result) ? { ...result, steps: listOf(result.steps).slice(0, steps.length) } : result
    const counted = definedOf({ ...results, rows: Array.isArray(results.rows) ? results.rows.map(of) : undefined })
    return { ...inner, results: of(counted) }
  }
  return inner
}

const cutTo = (length: number, entry: unknown) =>
  isRecord(entry)
    ? Object.fromEntries(
        Object.entries(entry).map(([name, field]) => [
          name,
          ['values', 'previous', 'change'].includes(name) ? listOf(field).slice(0, length) : field,
        ]),
      )
    : entry
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const definedOf = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined))

describe('the text of a response', () => {
  // The names of a catalog depend on one another; calls/catalog-text.test.ts looks for those of the real one.
  const operations = MCP_OPERATIONS.filter(({ name }) => name !== 'service_analytics_catalog')

  describe.each(operations.map((operation) => [operation.name, operation] as const))(
    'the text of a response of %s',
    (name, operation) => {
      const shapes: readonly z.ZodType[] =
        operation.kind === 'read' ? [operation.output] : [Preview, executedOf(operation.output)]

      it('the text of an answer includes every number, text and state of its data', () => {
        fc.assert(
          fc.property(fc.oneof(...shapes.map(arbitraryOf)).map(consistent), (data) => {
            const text = textOf(name, { data, ...(operation.kind === 'read' && operation.meta ? { meta } : {}) }, [])
            expect(unsaid(text, data, REPORT_TEXTS.has(name) ? undefined : NOTHING_DESCRIBED)).toEqual([])
          }),
          { numRuns: 60 },
        )
      })
    },
  )

  it('the text of a preview says on one line how to confirm it', () => {
    const confirm = {
      arguments: { confirm: true, idempotency_key: '<a new text>', preview: 'pv2.x' },
      instructions: 'Call again with these:',
    }
    const text = textOf('service_products_update', { data: { state: 'previewed' }, meta: { confirm } }, [])
    expect(text.split('\n').slice(1)).toEqual([
      'Call again with these: confirm: true, idempotency_key: <a new text>, preview: pv2.x',
    ])
  })

  it('the text of a list of products shows the change of visitors in percent', () => {
    const product = { id: 'prd_shop', name: 'Shop', summary: { visitors: 1204, previous: 1000, change: 0.204 } }
    expect(textOf('service_products_list', { data: [product] }, [])).toBe(
      'id\tname\tsummary.visitors\tsummary.previous\tsummary.change\nprd_shop\tShop\t1,204\t1,000\t+20.4 %',
    )
  })
})

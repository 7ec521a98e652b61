import { vi } from 'vitest'

/** Changes no answer. Compiling pays off with millions of rows, and tests have thousands. */
const FEW_ROWS = {
  compile_expressions: '0',
  compile_aggregate_expressions: '0',
  compile_sort_description: '0',
}

// The engine of this process interprets expressions: compiling each new one takes a tenth of the processor time of reports.
// `clickhouse.test.ts`, and `stats.test.ts`, in which every query is compared with plain TypeScript, unmock it.
vi.mock('../../packages/warehouse/src/engine/connection-settings.ts', async (original) => {
  const { CONNECTION_SETTINGS } = await original<{ readonly CONNECTION_SETTINGS: Readonly<Record<string, string>> }>()
  return { CONNECTION_SETTINGS: { ...CONNECTION_SETTINGS, ...FEW_ROWS } }
})

import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './testkit/src/longest-first.ts'

const conditions = ['footfall-source']
const setupFiles = ['testkit/src/cheap-passwords.ts', 'testkit/src/quick-engine.ts', 'testkit/src/patient-limits.ts']

/** Tests that change their process, or that need a module that another test has replaced. Each file has a process of its own. */
const OWN_PROCESS = [
  '{e2e,eval,testkit}/src/**/*.test.ts',
  'packages/accounts/src/methods/password/password-hash.test.ts',
  'packages/analytics/src/answer/stats.test.ts',
  'packages/warehouse/src/engine/{clickhouse,files-engine}.test.ts',
]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    globalSetup: [
      'testkit/src/global-postgres.ts',
      'testkit/src/global-foreign-service.ts',
      'testkit/src/global-folders.ts',
      'e2e/src/global-browser.ts',
    ],
    // Bounds a test that hangs. A shared machine may stall a browser or a database for many seconds, and compute for minutes what
    // takes seconds on another.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // A page on such a machine takes longer than the second that polling waits by default.
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // Most of what takes long waits for a browser, a database or a process: two workers leave two cores idle for a fifth of the time.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    projects: [
      {
        test: {
          // Files follow each other in one process. Importing the sources anew takes longer than the tests of most files.
          name: 'shared process',
          include: [
            '{packages,apps}/*/src/**/*.test.ts',
            'apps/dashboard/scripts/*.test.ts',
            'integrations/*/src/**/*.test.ts',
            'docs/{site,tools}/src/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', ...OWN_PROCESS],
          isolate: false,
          setupFiles,
        },
      },
      {
        test: {
          name: 'own process',
          include: OWN_PROCESS,
          setupFiles,
        },
      },
    ],
  },
})

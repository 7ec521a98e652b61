import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './testkit/src/longest-first.ts'

const conditions = ['footfall-source']

/**
 * Tests whose files may follow each other in one process, since none leaves anything behind in it. Importing the sources
 * anew takes longer than the tests of most files.
 */
const SHARING_A_PROCESS = [
  'packages/{core-domain,http-primitives,idempotency,mcp-tools,oauth-server}/src/**/*.test.ts',
  'packages/{operations,rest-adapter,scopes-policy,storage}/src/**/*.test.ts',
]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    globalSetup: [
      'testkit/src/global-postgres.ts',
      'testkit/src/global-foreign-service.ts',
      'testkit/src/global-folders.ts',
    ],
    // Bounds a test that hangs. A shared machine may stall a browser or a database for many seconds, and compute for minutes what
    // takes seconds on another.
    testTimeout: 240_000,
    hookTimeout: 300_000,
    // A page on such a machine takes longer than the second that polling waits by default.
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // Most of what takes long waits for a browser, a database or a process: two workers leave two cores idle for a fifth of the time.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    projects: [
      {
        test: {
          name: 'shared process',
          include: SHARING_A_PROCESS,
          isolate: false,
          setupFiles: ['testkit/src/quick-engine.ts'],
        },
      },
      {
        test: {
          name: 'own process',
          include: [
            '{packages,apps}/*/src/**/*.test.ts',
            'apps/dashboard/scripts/*.test.ts',
            'e2e/src/**/*.test.ts',
            'eval/src/**/*.test.ts',
            'integrations/*/src/**/*.test.ts',
            'testkit/src/**/*.test.ts',
            'docs/site/src/**/*.test.ts',
            'docs/tools/src/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', ...SHARING_A_PROCESS],
          setupFiles: ['testkit/src/cheap-passwords.ts', 'testkit/src/quick-engine.ts'],
        },
      },
    ],
  },
})

import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const conditions = ['footfall-source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    globalSetup: ['testkit/src/global-postgres.ts', 'testkit/src/global-foreign-service.ts'],
    include: [
      '{packages,apps}/*/src/**/*.test.ts',
      'e2e/src/**/*.test.ts',
      'testkit/src/**/*.test.ts',
      'docs/tools/src/**/*.test.ts',
    ],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Most of what takes long waits for a browser, a database or a process; by default a machine of two cores gets one.
    maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
  },
})

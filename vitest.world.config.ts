import { defineConfig } from 'vitest/config'

const conditions = ['footfall-source']

/** `npm run test:world`: tests of the built programs with parts of Debian, such as a real proxy. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['e2e/src/world/*.world.ts'],
    globalSetup: ['e2e/src/world/name-missing-parts.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: 'forks',
    // They use a whole machine each.
    maxWorkers: 1,
  },
})

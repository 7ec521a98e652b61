import { defineConfig } from 'tsup'
import { base } from '../../tsup.base.ts'

export default defineConfig({
  ...base,
  entry: ['src/index.ts', 'src/postgres.ts', 'src/sql.ts', 'src/sqlite.ts', 'src/testing.ts'],
  // Positions without the sources themselves, which are several times as long.
  esbuildOptions(options) {
    options.sourcesContent = false
  },
})

import { defineConfig } from 'tsup'
import { base } from '../../tsup.base.ts'

export default defineConfig({
  ...base,
  entry: ['src/index.ts', 'src/express.ts', 'src/postgres.ts', 'src/sql.ts', 'src/sqlite.ts', 'src/testing.ts'],
  // The package takes at most 100 KB with all that it brings along; the declarations keep their comments.
  sourcemap: false,
  minify: true,
})

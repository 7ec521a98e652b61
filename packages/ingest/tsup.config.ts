import { defineConfig } from 'tsup'
import { base } from '../../tsup.base.ts'

export default defineConfig({
  ...base,
  // A thread of an import is started from a file of its own beside the package.
  entry: { index: 'src/index.ts', 'describing-thread': 'src/import/describing-thread.ts' },
})

import { defineConfig } from 'tsup'
import { base } from '../../tsup.base.ts'

export default defineConfig({
  ...base,
  // The threads of imports and checks are started from files of their own beside the package.
  entry: {
    index: 'src/index.ts',
    'describing-thread': 'src/import/describing-thread.ts',
    'checking-thread': 'src/checking/checking-thread.ts',
  },
})

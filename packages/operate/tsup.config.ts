import { defineConfig } from 'tsup'
import { base } from '../../tsup.base.ts'

export default defineConfig({
  ...base,
  entry: [
    'src/index.ts',
    'src/process/compiled-code.ts',
    'src/process/environment-file.ts',
    'src/process/node-version.ts',
    'src/process/thread-pool.ts',
  ],
})

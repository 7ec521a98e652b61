import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsup'
import { copyDocs } from '../../scripts/copy-docs.ts'
import { base } from '../../tsup.base.ts'

// The published manifest names no source file, so the entry is here and not in the script.
export default defineConfig({
  ...base,
  entry: ['src/main.ts'],
  onSuccess: async () => copyDocs(fileURLToPath(new URL('dist/docs', import.meta.url))),
})

import { defineConfig } from 'tsup'
import { base } from '../../tsup.base.ts'

export default defineConfig({
  ...base,
  // Positions without the sources themselves: the package stays below 3 MB with all that it brings along.
  esbuildOptions(options) {
    options.sourcesContent = false
  },
})

import { defineConfig } from 'tsup'
import { base } from '../../tsup.base.ts'

export default defineConfig({
  ...base,
  // Browsers and workers load it as well, and Node.js from version 20.
  platform: 'neutral',
  target: 'es2022',
  sourcemap: false,
  minify: true,
})

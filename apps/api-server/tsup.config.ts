import { cp, mkdir } from 'node:fs/promises'
import { defineConfig } from 'tsup'
import { base } from '../../tsup.base.ts'

export default defineConfig({
  ...base,
  entry: ['src/main.ts'],
  async onSuccess() {
    await mkdir('dist/assets', { recursive: true })
    await cp('../dashboard/dist', 'dist/dashboard', { recursive: true })
    await cp('../../docs/site/dist', 'dist/docs-site', { recursive: true })
    await cp('node_modules/@scalar/api-reference/dist/browser/standalone.js', 'dist/assets/reference.js')
  },
})

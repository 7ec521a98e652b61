import { cp, mkdir } from 'node:fs/promises'
import { defineConfig } from 'tsup'
import { base } from '../../tsup.base.ts'

export default defineConfig({
  ...base,
  entry: ['src/main.ts'],
  async onSuccess() {
    await mkdir('dist/assets', { recursive: true })
    for (const file of ['pages.css', 'icon.svg', 'reset-password.js']) await cp(`src/pages/${file}`, `dist/${file}`)
    await cp('../dashboard/dist', 'dist/dashboard', { recursive: true })
    await cp('node_modules/@scalar/api-reference/dist/browser/standalone.js', 'dist/assets/reference.js')
  },
})

import { cp } from 'node:fs/promises'
import { defineConfig } from 'tsup'
import { base } from '../../tsup.base.ts'

export default defineConfig({
  ...base,
  async onSuccess() {
    for (const file of [
      'pages.css',
      'icon.svg',
      'base64url.js',
      'passkey-set-up.js',
      'passkey-sign-in.js',
      'reset-password.js',
      'confirmed.js',
    ])
      await cp(`src/pages/${file}`, `dist/${file}`)
  },
})

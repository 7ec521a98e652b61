import { readFileSync } from 'node:fs'

const { version }: { readonly version: string } = JSON.parse(
  // The manifest lies one folder above this file, and above the built one.
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

export const PACKAGE_VERSION = version

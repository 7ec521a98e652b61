import { readFileSync } from 'node:fs'

const { version }: { readonly version: string } = JSON.parse(
  // The manifest lies one folder above this file, and above the built one.
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

/** The version of the release. All packages are released under one version. */
export const RELEASE_VERSION = version

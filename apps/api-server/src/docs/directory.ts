import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the site of the documentation can be: next to the built server, or in the checkout. */
const CANDIDATES = ['./docs-site/', '../../../../docs/site/dist/']

/** The directory with the site's `index.html`; undefined where it was not built. */
export function docsSiteDirectory(): string | undefined {
  return CANDIDATES.map((candidate) => fileURLToPath(new URL(candidate, import.meta.url))).find((path) =>
    existsSync(`${path}index.html`),
  )
}

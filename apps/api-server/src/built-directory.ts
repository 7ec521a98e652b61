import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the built pages can be: beside the built server, or in the checkout. */
const CANDIDATES = {
  dashboard: ['./dashboard/', '../../dashboard/dist/'],
  docs: ['./docs-site/', '../../../docs/site/dist/'],
} as const

/** The directory with the `index.html` of these pages; undefined where they were not built. */
export function builtDirectory(pages: keyof typeof CANDIDATES): string | undefined {
  return CANDIDATES[pages]
    .map((candidate) => fileURLToPath(new URL(candidate, import.meta.url)))
    .find((path) => existsSync(`${path}index.html`))
}

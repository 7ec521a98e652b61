import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the files of the dashboard can be: next to the built server, or in the checkout. */
const CANDIDATES = ['./dashboard/', '../../../dashboard/dist/']

/** The directory with the dashboard's `index.html`; undefined where it was not built. */
export function dashboardDirectory(): string | undefined {
  return CANDIDATES.map((candidate) => fileURLToPath(new URL(candidate, import.meta.url))).find((path) =>
    existsSync(`${path}index.html`),
  )
}

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the documentation can be: beside the built command, or in the checkout. */
const CANDIDATES = ['./docs/', '../../../../docs/']

/** The directory with the documentation; undefined where it was left out. */
export function docsDirectory(): string | undefined {
  return CANDIDATES.map((candidate) => fileURLToPath(new URL(candidate, import.meta.url))).find((path) =>
    existsSync(`${path}README.md`),
  )
}

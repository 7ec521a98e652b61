import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the dashboard's files may be: beside the built server, or in the checkout that the server runs from. */
const PLACES = ['./dashboard/', '../../../dashboard/dist/']

/** The directory with the dashboard's `index.html`; undefined where it was never built. */
export function dashboardDirectory(): string | undefined {
  return PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) =>
    existsSync(`${path}index.html`),
  )
}

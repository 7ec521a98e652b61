// Builds the site of the documentation into `dist`.
import { fileURLToPath } from 'node:url'
import { buildSite } from './build-site.ts'

await buildSite(fileURLToPath(new URL('../../..', import.meta.url)), fileURLToPath(new URL('../dist', import.meta.url)))

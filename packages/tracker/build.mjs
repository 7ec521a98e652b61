import { mkdirSync, writeFileSync } from 'node:fs'
import { trackerScript, trackerVersion } from './src/index.ts'

const dist = new URL('./dist/', import.meta.url)
mkdirSync(dist, { recursive: true })
writeFileSync(
  new URL('index.js', dist),
  `export const trackerVersion = ${JSON.stringify(trackerVersion)}
export const trackerScript = ${JSON.stringify(trackerScript)}
`,
)
writeFileSync(
  new URL('index.d.ts', dist),
  `export declare const trackerVersion: string
/** The script that \`/js/footfall.js\` serves. */
export declare const trackerScript: string
`,
)

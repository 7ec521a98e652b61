import { mkdirSync, writeFileSync } from 'node:fs'
import { extraScript, trackerScript, trackerVersion } from './src/index.ts'

const dist = new URL('./dist/', import.meta.url)
mkdirSync(dist, { recursive: true })
writeFileSync(
  new URL('index.js', dist),
  `export const trackerVersion = ${JSON.stringify(trackerVersion)}
export const trackerScript = ${JSON.stringify(trackerScript)}
export const extraScript = ${JSON.stringify(extraScript)}
`,
)
writeFileSync(
  new URL('index.d.ts', dist),
  `export declare const trackerVersion: string
/** The script that \`/js/footfall.js\` serves. */
export declare const trackerScript: string
/** The script that \`/js/footfall-extra.js\` serves: web vitals and script errors, where a page asks for them. */
export declare const extraScript: string
`,
)

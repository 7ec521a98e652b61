import { mkdirSync, writeFileSync } from 'node:fs'
import { moduleFiles } from './src/module-files.ts'
import { extraScript, trackerScript, trackerVersion } from './src/script.ts'

const dist = new URL('./dist/', import.meta.url)
mkdirSync(dist, { recursive: true })
for (const [name, text] of moduleFiles()) writeFileSync(new URL(name, dist), text)
writeFileSync(
  new URL('script.js', dist),
  `export const trackerVersion = ${JSON.stringify(trackerVersion)}
export const trackerScript = ${JSON.stringify(trackerScript)}
export const extraScript = ${JSON.stringify(extraScript)}
`,
)
writeFileSync(
  new URL('script.d.ts', dist),
  `export declare const trackerVersion: string
/** The script that \`/js/footfall.js\` serves. */
export declare const trackerScript: string
/** The script that \`/js/footfall-extra.js\` serves: web vitals and script errors, where a page asks for them. */
export declare const extraScript: string
`,
)

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import ts from 'typescript'
import { extraScript, moduleText, trackerScript, trackerVersion } from './src/script.ts'

const dist = new URL('./dist/', import.meta.url)
mkdirSync(dist, { recursive: true })
writeFileSync(new URL('index.js', dist), moduleText)
writeFileSync(new URL('index.d.ts', dist), ['options', 'module'].map(declarationsOf).join(''))
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

/** The types of a source file, for one file with all of them. */
function declarationsOf(name) {
  const source = readFileSync(new URL(`./src/browser/${name}.ts`, import.meta.url), 'utf8')
  const { outputText } = ts.transpileDeclaration(source, { fileName: `${name}.ts`, compilerOptions: {} })
  return outputText.replace(/^(?:import|export) type? ?\{[^}]*\} from '[^']*';\n/gm, '')
}

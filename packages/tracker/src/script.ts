import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/**
 * Builds the script from the sources. `build.mjs` writes the same values into `dist`, which needs neither esbuild nor
 * the sources.
 */
const manifest: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

export const trackerVersion: string = manifest.version

/** The script that `/js/footfall.js` serves. */
export const trackerScript: string = build('tracker')

/** The script that `/js/footfall-extra.js` serves: web vitals and script errors, where a page asks for them. */
export const extraScript: string = build('extra')

/** The text of the package’s module, which bundlers take. */
export const moduleText: string = build('module')

function build(name: 'tracker' | 'extra' | 'module'): string {
  const isModule = name === 'module'
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(`./browser/${name}.ts`, import.meta.url))],
    bundle: true,
    minify: !isModule,
    write: false,
    target: 'es2020',
    format: isModule ? 'esm' : 'iife',
    charset: 'utf8',
    tsconfigRaw: {},
    define: { VERSION: JSON.stringify(trackerVersion) },
  })
  return outputFiles.map(({ text }) => text).join('')
}

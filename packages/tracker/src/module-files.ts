import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
import ts from 'typescript'
import { moduleText } from './script.ts'

/** The entries for frameworks, each a file of its own over the module. */
const ENTRIES: Readonly<Record<string, string>> = {
  react: 'browser/react.ts',
  next: 'browser/next.ts',
  vue: 'browser/vue.ts',
  sveltekit: 'browser/sveltekit.ts',
  nuxt: 'nuxt.ts',
}

/** The files of the published package that bundlers take, by their names in `dist`. */
export function moduleFiles(): ReadonlyMap<string, string> {
  const files = new Map([
    ['index.js', moduleText],
    ['index.d.ts', ['options', 'module'].map((name) => withoutImports(declarationsOf(`browser/${name}.ts`))).join('')],
    // By its name, so that a development server does not start another copy than the one whose events the application sends.
    ['nuxt-plugin.js', codeOf('browser/nuxt-plugin.ts', '@footfall/tracker')],
  ])
  for (const [name, source] of Object.entries(ENTRIES)) {
    files.set(`${name}.js`, codeOf(source, './index.js'))
    files.set(`${name}.d.ts`, fromDist(declarationsOf(source), './index.js'))
  }
  return files
}

const sourceOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

function codeOf(file: string, module: string): string {
  const { code } = transformSync(sourceOf(file), { loader: 'ts', target: 'es2020', charset: 'utf8', tsconfigRaw: {} })
  return fromDist(code, module)
}

function declarationsOf(file: string): string {
  return ts.transpileDeclaration(sourceOf(file), { fileName: file, compilerOptions: {} }).outputText
}

/** For one file with the types of several. */
function withoutImports(declarations: string): string {
  return declarations.replace(/^(?:import|export) type? ?\{[^}]*\} from '[^']*';\n/gm, '')
}

/** The imports as the files in `dist` have them: the module and its types are one file. */
function fromDist(text: string, module: string): string {
  return text
    .replaceAll(/(['"])\.\/(?:browser\/)?(?:module|options)\.ts\1/g, `$1${module}$1`)
    .replaceAll(/(['"]\.\/\w+)\.ts(['"])/g, '$1.js$2')
}

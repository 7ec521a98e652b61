// Bundles the service, the operator's command and the MCP bridge into `dist`, with what they read beside them.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { copyDocs } from '../../scripts/copy-docs.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DIST = fileURLToPath(new URL('dist/', import.meta.url))
const APP = join(ROOT, 'apps/api-server')

rmSync(DIST, { recursive: true, force: true })
const { metafile } = await build({
  entryPoints: { main: join(ROOT, 'apps/footfall/src/main.ts'), ...threads(join(ROOT, 'packages/ingest/dist')) },
  outdir: DIST,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  minifySyntax: true,
  minifyWhitespace: true,
  keepNames: true,
  legalComments: 'none',
  metafile: true,
  // Native parts, and what shares their classes.
  external: ['better-sqlite3', 'chdb', 'chdb/*', '@clickhouse/client', '@ip-location-db/*', 'pg-native'],
  // Bundled CommonJS modules require built-in modules.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
})

cpSync(join(APP, 'dist/assets'), join(DIST, 'assets'), { recursive: true })
cpSync(join(APP, 'dist/dashboard'), join(DIST, 'dashboard'), { recursive: true })
cpSync(join(APP, 'dist/docs-site'), join(DIST, 'docs-site'), { recursive: true })
const PAGES = join(ROOT, 'packages/web/src/pages')
for (const file of readdirSync(PAGES)) if (!file.endsWith('.ts')) cpSync(join(PAGES, file), join(DIST, file))
copyDocs(join(DIST, 'docs'))
writeFileSync(join(DIST, 'licences.txt'), licences(Object.keys(metafile.inputs)))

/** The files that a package starts threads from, which no import names. */
function threads(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('-thread.js'))
  return Object.fromEntries(files.map((file) => [file.slice(0, -'.js'.length), join(folder, file)]))
}

/** The licences of the bundled packages, each once. */
function licences(inputs) {
  const folders = new Set(
    inputs.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(join(process.cwd(), path))?.[1] ?? []),
  )
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each))
    const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`
    return `${name} ${version}, ${license}${text}`
  })
  return `${[...new Set(texts)].sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

// `pnpm bundle`: one folder with everything that a server needs, for machines of the kind that it is made on.
//
//   pnpm bundle                      with the embedded engine; Node.js must be on the target
//   pnpm bundle --with-node          with this Node.js beside it
//   pnpm bundle --without-engine     for a ClickHouse server (CLICKHOUSE_URL)
//   pnpm bundle --out FOLDER         instead of bundle/
//
// Prints the path of the folder. Nothing is installed on the target: unpack it and run `bin/footfall serve`.
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const APP = join(ROOT, 'apps/footfall')
const { values } = parseArgs({
  options: {
    'with-node': { type: 'boolean', default: false },
    'without-engine': { type: 'boolean', default: false },
    out: { type: 'string', default: join(ROOT, 'bundle') },
  },
})
const manifest = JSON.parse(readFileSync(join(APP, 'package.json'), 'utf8'))
const platform = `${process.platform}-${process.arch}`
const folder = join(resolve(values.out), `footfall-${manifest.version}-${platform}`)

rmSync(folder, { recursive: true, force: true })
mkdirSync(join(folder, 'bin'), { recursive: true })
cpSync(join(APP, 'dist'), join(folder, 'lib'), { recursive: true })
copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
const { name, version, description, license, engines } = manifest
writeFileSync(
  join(folder, 'package.json'),
  `${JSON.stringify({ name, version, description, license, type: 'module', private: true, engines }, null, 2)}\n`,
)
cpSync(join(ROOT, 'deploy/systemd/footfall.service'), join(folder, 'footfall.service'))
cpSync(join(ROOT, 'deploy/proxy'), join(folder, 'proxy'), { recursive: true })

/** The manifest, the license and the built code. */
const isBuilt = (file) => /^(package\.json|LICENSE|dist(\/|$))/.test(file) && !/\.(map|d\.ts)$/.test(file)
const packages = {
  'better-sqlite3': (file) =>
    /^(package\.json|LICENSE|lib(\/|$)|prebuilds$)/.test(file) || file === `prebuilds/${platform}.node`,
  '@clickhouse/client': isBuilt,
  '@ip-location-db/geo-whois-asn-country-mmdb': () => true,
}
for (const [each, isKept] of Object.entries(packages)) copyPackage(join(APP, 'package.json'), each, isKept)
if (!values['without-engine']) {
  const chdb = copyPackage(
    join(APP, 'package.json'),
    'chdb',
    (file) => /^(package\.json|LICENSE|index\.m?js|dist(\/|$))/.test(file) && !/\.(map|d\.ts)$/.test(file),
  )
  copyPackage(chdb, '@clickhouse/client-common', isBuilt)
  copyPackage(chdb, `@chdb/lib-${platform}${process.platform === 'linux' ? '-gnu' : ''}`, () => true)
}
if (values['with-node']) {
  mkdirSync(join(folder, 'node/bin'), { recursive: true })
  copyFileSync(process.execPath, join(folder, 'node/bin/node'))
  chmodSync(join(folder, 'node/bin/node'), 0o755)
}
const LAUNCHER = `#!/bin/sh
# Runs Footfall with the Node.js beside it, or else with the one on the PATH. \`footfall-mcp\` is \`footfall mcp\`.
self=$0
[ "\${self##*/}" = footfall-mcp ] && set -- mcp "$@"
[ -h "$self" ] && self=$(readlink -f "$self")
root=\${self%/*}/..
node=$root/node/bin/node
[ -x "$node" ] || node=node
# After --, Node.js leaves --env-file to the command.
exec "$node" -- "$root/lib/main.js" "$@"
`
for (const command of ['footfall', 'footfall-mcp'])
  writeFileSync(join(folder, 'bin', command), LAUNCHER, { mode: 0o755 })
console.log(folder)

/** Copies an installed package, as the package of manifest `from` sees it, into the folder; gives the path of its manifest. */
function copyPackage(from, wanted, isKept) {
  const found = manifestOf(from, wanted)
  const source = dirname(found)
  const filter = (path) => path === source || isKept(relative(source, path))
  cpSync(source, join(folder, 'node_modules', wanted), { recursive: true, filter })
  return found
}

/** Packages need not export their manifest, so it is looked for where Node.js would look for the package. */
function manifestOf(from, wanted) {
  const places = createRequire(from).resolve.paths(wanted) ?? []
  const found = places.map((place) => join(place, wanted, 'package.json')).find((path) => existsSync(path))
  if (found === undefined) throw new Error(`${wanted} is not installed.`)
  return realpathSync(found)
}

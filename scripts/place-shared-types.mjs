/**
 * Moves declarations that several entries of a package share into the `dist` of that package. tsup writes them into its output
 * folder, that of the repository, where no tarball includes them. Declarations of packages with the peer `@types/node` then refer to it, so
 * that they compile in programs whose configuration does not name it.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import process from 'node:process'

const root = resolve(process.argv[2] ?? '.')
const IMPORTS = /(from |import\(|import )(['"])(\.{1,2}\/[^'"]+)\.js\2/g

const NODE_TYPES = '/// <reference types="node" />\n'

/** A name with the hash that tsup appends. */
const isShared = (name) => /-(?=.*[A-Z\d_])[\w-]{8}\.d\.ts$/.test(name)

const shared = readdirSync(root).filter(isShared)
const left = new Map(shared.map((name) => [join(root, name), readFileSync(join(root, name), 'utf8')]))

/** Puts what the declarations of a package import from the root into its folder, and rewrites the paths that they name. */
function complete(dist) {
  const found = readdirSync(dist, { recursive: true }).filter((name) => name.endsWith('.d.ts'))
  // Those of an earlier build have other hashes.
  for (const name of found.filter(isShared)) rmSync(join(dist, name))
  const files = found.filter((name) => !isShared(name))
  const texts = new Map(files.map((name) => [join(dist, name), readFileSync(join(dist, name), 'utf8')]))
  const placed = (target) => (dirname(target) === root ? join(dist, relative(root, target)) : target)
  // A Map visits what is added during the walk.
  for (const [file, text] of texts) {
    // The directory that the paths in the file are relative to.
    const from = left.has(join(root, relative(dist, file))) ? root : dirname(file)
    const rewritten = text.replaceAll(IMPORTS, (_, keyword, quote, path) => {
      const target = join(from, `${path}.d.ts`)
      if (left.has(target)) texts.set(placed(target), texts.get(placed(target)) ?? left.get(target))
      const moved = relative(dirname(file), placed(target)).replace(/\.d\.ts$/, '.js')
      return `${keyword}${quote}${moved.startsWith('.') ? moved : `./${moved}`}${quote}`
    })
    if (rewritten !== text || !files.includes(relative(dist, file))) writeFileSync(file, rewritten)
  }
}

function referToNode(dist) {
  for (const name of readdirSync(dist, { recursive: true }).filter((file) => file.endsWith('.d.ts'))) {
    const text = readFileSync(join(dist, name), 'utf8')
    if (!text.startsWith(NODE_TYPES)) writeFileSync(join(dist, name), NODE_TYPES + text)
  }
}

for (const name of readdirSync(join(root, 'packages'))) {
  const folder = join(root, 'packages', name)
  if (!readdirSync(folder).includes('dist')) continue
  complete(join(folder, 'dist'))
  const { peerDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if ('@types/node' in peerDependencies) referToNode(join(folder, 'dist'))
}
for (const file of left.keys()) rmSync(file)

/**
 * Moves declarations that several entries of a package share into the `dist` of that package. tsup writes them into its output
 * folder, that of the repository, where no tarball includes them.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import process from 'node:process'

const root = resolve(process.argv[2] ?? '.')
const IMPORTS = /(from |import\(|import )(['"])(\.{1,2}\/[^'"]+)\.js\2/g

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

for (const name of readdirSync(join(root, 'packages'))) {
  const dist = join(root, 'packages', name, 'dist')
  if (readdirSync(join(root, 'packages', name)).includes('dist')) complete(dist)
}
for (const file of left.keys()) rmSync(file)

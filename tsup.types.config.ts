import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly 'footfall-source': string; readonly types?: string }>>
  readonly scripts: { readonly build: string }
}

/** The source of each entry of the packages that tsup builds, by the path of its declarations without `.d.ts`. */
function declarations(): Record<string, string> {
  const entry: Record<string, string> = {}
  for (const name of readdirSync('packages')) {
    const { exports, scripts }: Manifest = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'))
    if (!scripts.build.startsWith('tsup')) continue
    for (const { 'footfall-source': source, types } of Object.values(exports)) {
      if (types === undefined) continue
      const file = source.replace(/^\.\/src\/(.*)\.ts$/, '$1')
      entry[`packages/${name}/dist/${file}`] = `packages/${name}/src/${file}.ts`
    }
  }
  return entry
}

/** The declarations of every package, from one program: the packages share most of what a program has to read. */
export default defineConfig({
  entry: declarations(),
  outDir: '.',
  format: 'esm',
  // All entries must have the same configuration, or each package gets a program of its own.
  tsconfig: 'tsconfig.json',
  // The output folder is that of the repository.
  clean: false,
  // Whatever is not a path, so that none of it is looked up.
  external: [/^[@\w]/],
  // `pnpm typecheck` checks the same sources.
  dts: { only: true, compilerOptions: { noCheck: true } },
})

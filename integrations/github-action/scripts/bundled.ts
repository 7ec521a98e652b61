import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export const BUNDLE = fileURLToPath(new URL('../dist/index.mjs', import.meta.url))

/** The one file that the runner starts: it installs nothing. */
export async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    entryPoints: ['src/main.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    conditions: ['footfall-source'],
    // Paths of the machine that builds would differ.
    legalComments: 'none',
    banner: {
      js: '// Made by `pnpm --filter @footfall/github-action bundle` from the sources beside it. Do not edit.',
    },
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error('There is no bundle.')
  return file.text
}

import { execFile } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { RELEASE_VERSION } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../server-process.ts'
import { ROOT } from './files.ts'

const MANIFEST = 'packages/core-domain/package.json'
/** Every file other than the manifests of packages that names the version of the release. */
const NAMING = [
  'apps/mcp-server/server.json',
  'deploy/Dockerfile',
  'deploy/compose.one.yaml',
  'deploy/compose.yaml',
  'deploy/helm/footfall/Chart.yaml',
  'deploy/kubernetes/kustomization.yaml',
  'deploy/truenas/compose.yaml',
  'deploy/unraid/footfall.xml',
  'docs/agents/claude-code-plugin/.claude-plugin/plugin.json',
  'docs/backup.md',
  'docs/deploy.md',
  'docs/install/proxmox.md',
]
const NEXT = '9.8.7'

it('images, examples and entries of registries name the version of the packages, which one script sets in all of them', async () => {
  const copy = await temporaryDirectory()
  try {
    for (const file of [...NAMING, MANIFEST]) await cp(join(ROOT, file), join(copy.path, file))
    await place(copy.path)
    for (const file of NAMING) expect([file, await text(copy.path, file)]).toEqual([file, await text(ROOT, file)])
    const manifest = await text(copy.path, MANIFEST)
    await writeFile(
      join(copy.path, MANIFEST),
      manifest.replace(`"version": "${RELEASE_VERSION}"`, `"version": "${NEXT}"`),
    )
    await place(copy.path)
    for (const file of NAMING) {
      const [before, after] = [await text(ROOT, file), await text(copy.path, file)]
      expect(before).toContain(RELEASE_VERSION)
      expect([file, after]).toEqual([file, before.replaceAll(RELEASE_VERSION, NEXT)])
    }
  } finally {
    await copy.remove()
  }
})

const text = (root: string, file: string) => readFile(join(root, file), 'utf8')

async function place(root: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/place-version.mjs'), root])
}

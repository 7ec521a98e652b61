// Writes the version of the packages into the files that name it beside their manifests: images, examples and entries of registries.
//
//   node scripts/place-version.mjs [FOLDER]      a copy of the repository instead of this one
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url))
const FILES = [
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
/** A version behind the name of the image or of the bundle, or as a field. Releases have no suffix such as `-beta.1`. */
const NAMED = /(\bfootfall[:-]|"version": "|\bimage\.version="|\bnewTag: |^version: |^appVersion: )\d+\.\d+\.\d+/gm

const { version } = JSON.parse(readFileSync(join(root, 'packages/core-domain/package.json'), 'utf8'))
for (const name of FILES) {
  const text = readFileSync(join(root, name), 'utf8')
  const placed = text.replaceAll(NAMED, `$1${version}`)
  if (placed !== text) writeFileSync(join(root, name), placed)
}

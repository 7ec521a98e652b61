// Parts of a release. `.github/workflows/release.yml` runs them; each can be run again.
//
//   node scripts/release.mjs --dry-run                says what a release of this commit does, and what prevents it
//   node scripts/release.mjs record                   keeps which schema the current version has (`pnpm versions`)
//   node scripts/release.mjs notes                    prints the notes of the version
//   node scripts/release.mjs packages [--provenance] [--registry URL]     publishes the packages that the registry lacks
//   node scripts/release.mjs checksums FOLDER         writes FOLDER/SHA256SUMS
//   node scripts/release.mjs image REFERENCE          checks the image in its registry
//
// Exit codes: 0 done, 1 not possible, 2 wrong usage.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { imageProblems } from './release/image.mjs'
import { IMAGE_PLATFORMS, PLATFORMS, RELEASES, recordedReleases, releaseNotes, releasePlan } from './release/plan.mjs'
import { isPublished, publishPackages } from './release/publish.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const IMAGE = 'ghcr.io/footfall/footfall'
const SUMS = 'SHA256SUMS'

const { values, positionals } = parse()
const registry = values.registry ?? configuredRegistry()
const plan = releasePlan(ROOT, isTagged)
const [part, argument] = positionals

try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function run() {
  if (values['dry-run'] && part === undefined) return dryRun()
  switch (part) {
    case 'record':
      return record()
    case 'notes':
      console.log(releaseNotes(ROOT, plan))
      return 0
    case 'packages':
      if (values['dry-run']) {
        await listPackages()
        return 0
      }
      // A registry that is named is one for a trial, to which any commit may go.
      if (plan.problems.length > 0 && values.registry === undefined) return rejected()
      await publishPackages(ROOT, plan.packages, { registry, provenance: values.provenance, log: console.log })
      return 0
    case 'checksums':
      return argument === undefined ? usage('Name a folder.') : checksums(argument)
    case 'image': {
      if (argument === undefined) return usage('Name an image.')
      const problems = await imageProblems(argument, plan.version)
      for (const problem of problems) console.error(problem)
      if (problems.length === 0) console.log(`${argument} is whole: ${IMAGE_PLATFORMS.join(', ')}, provenance, SBOM.`)
      return problems.length === 0 ? 0 : 1
    }
    default:
      return usage(part === undefined ? 'Name a part, or --dry-run.' : `There is no part “${part}”.`)
  }
}

async function dryRun() {
  const { version, migration } = plan
  console.log(`Footfall ${version}, schema ${migration}\n`)
  console.log('Bundles, each with checksums and provenance:')
  for (const platform of PLATFORMS) console.log(`  footfall-${version}-${platform}.tar.gz`)
  console.log(`\nImage for ${IMAGE_PLATFORMS.join(' and ')}, with provenance and SBOM:`)
  console.log(`  ${IMAGE}:${version}\n  ${IMAGE}:latest`)
  console.log(`\nHelm chart:\n  oci://ghcr.io/footfall/charts/footfall ${version}`)
  console.log(`\nPackages for ${registry}, with provenance:`)
  await listPackages()
  console.log(`\nNotes:\n\n${releaseNotes(ROOT, plan)}`)
  if (plan.problems.length > 0) return rejected()
  console.log('Nothing prevents this release.')
  return 0
}

async function listPackages() {
  for (const { name, version } of plan.packages) {
    const state = values.offline
      ? ''
      : await isPublished(registry, name, version).then(
          (published) => (published ? '  (in the registry)' : ''),
          () => '  (the registry does not answer)',
        )
    console.log(`  ${name}@${version}${state}`)
  }
}

function rejected() {
  console.error('This release cannot be made yet:')
  for (const problem of plan.problems) console.error(`- ${problem}`)
  return 1
}

function record() {
  const { version, migration } = plan
  const others = recordedReleases(ROOT).filter((release) => release.version !== version)
  writeFileSync(join(ROOT, RELEASES), `${JSON.stringify([...others, { version, migration }], null, 2)}\n`)
  return 0
}

async function checksums(folder) {
  const lines = []
  for (const name of readdirSync(folder).sort()) {
    if (name === SUMS) continue
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash)
    lines.push(`${hash.digest('hex')}  ${name}\n`)
  }
  writeFileSync(join(folder, SUMS), lines.join(''))
  return 0
}

/** The registry that npm publishes to on this machine. */
function configuredRegistry() {
  return spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout.trim()
}

function isTagged(tag) {
  return spawnSync('git', ['rev-parse', '--quiet', '--verify', `refs/tags/${tag}`], { cwd: ROOT }).status === 0
}

function usage(problem) {
  console.error(`${problem} The parts are record, notes, packages, checksums FOLDER and image REFERENCE.`)
  return 2
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        offline: { type: 'boolean', default: false },
        provenance: { type: 'boolean', default: false },
        registry: { type: 'string' },
      },
    })
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}

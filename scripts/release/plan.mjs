// What a release of this commit consists of, and what keeps it from being made. Reads files only.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const PLATFORMS = ['linux-x64', 'linux-arm64']
export const IMAGE_PLATFORMS = ['linux/amd64', 'linux/arm64']
export const RELEASES = 'scripts/release/releases.json'
const MIGRATIONS = 'packages/storage/src/schema/migrations'
const BUMPS = ['patch', 'minor', 'major']

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** The packages that are published, each with its folder. */
function publishedPackages(root) {
  return ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).flatMap((name) => {
      const folder = join(group, name)
      if (!existsSync(join(root, folder, 'package.json'))) return []
      const manifest = readJson(join(root, folder, 'package.json'))
      return manifest.private === true ? [] : [{ name: manifest.name, version: manifest.version, folder }]
    }),
  )
}

/** The changesets that no version has yet: how large the change is, and its text. */
function pendingChangesets(root) {
  const folder = join(root, '.changeset')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => {
      const [, head = '', text = ''] =
        /^---\n([\s\S]*?)\n?---\n([\s\S]*)$/.exec(readFileSync(join(folder, name), 'utf8')) ?? []
      const bumps = [...head.matchAll(/: (patch|minor|major)$/gm)].map(([, bump]) => BUMPS.indexOf(bump))
      return { name, bump: Math.max(0, ...bumps), text: text.trim() }
    })
}

/** All packages have one version, so the largest change decides. */
function nextVersion(version, changesets) {
  const parts = version.split('.').map(Number)
  // Before 1.0.0 Changesets raises the same parts as after it.
  const at = 2 - Math.max(...changesets.map(({ bump }) => bump))
  return parts.map((part, index) => (index < at ? part : index === at ? part + 1 : 0)).join('.')
}

/** The last step of the control database that this commit knows. */
function lastMigration(root) {
  const names = readdirSync(join(root, MIGRATIONS)).filter((name) => /^\d{4}_\w+\.ts$/.test(name))
  return names.sort().at(-1)?.replace(/\.ts$/, '')
}

/** The versions with the last step that each knows. `pnpm versions` adds the current one. */
export function recordedReleases(root) {
  return existsSync(join(root, RELEASES)) ? readJson(join(root, RELEASES)) : []
}

/** What a release of this commit is, and the problems for which it is not made. */
export function releasePlan(root, isTagged) {
  const packages = publishedPackages(root)
  const versions = [...new Set(packages.map(({ version }) => version))]
  const version = versions[0]
  const changesets = pendingChangesets(root)
  const migration = lastMigration(root)
  const recorded = recordedReleases(root).find((release) => release.version === version)
  const problems = []
  if (versions.length > 1) problems.push(`The packages have several versions: ${versions.join(', ')}.`)
  if (changesets.length > 0)
    problems.push(
      `${changesets.length} changesets have no version yet. Run \`pnpm versions\`, which makes ${nextVersion(version, changesets)}, and commit.`,
    )
  else if (recorded === undefined)
    problems.push(`${RELEASES} does not have ${version}. Run \`pnpm versions\`, and commit.`)
  else if (recorded.migration !== migration)
    problems.push(
      `${version} was recorded with ${recorded.migration}, and this commit has ${migration}. Add a changeset and run \`pnpm versions\`: a version names one schema.`,
    )
  if (isTagged(`v${version}`)) problems.push(`The tag v${version} exists.`)
  return { version, migration, packages, changesets, problems }
}

/** The notes of a version, from its changelogs; or what they will be, from the changesets. */
export function releaseNotes(root, { version, changesets, migration }) {
  const entries =
    changesets.length > 0
      ? changesets.map(({ text }) => `- ${text.replaceAll('\n', '\n  ')}`)
      : changelogEntries(root, version)
  return `${[...new Set(entries)].join('\n')}\n\nThe schema of the control database is that of \`${migration}\`. A version with an earlier schema does not start on it.\n`
}

function changelogEntries(root, version) {
  return publishedPackages(root).flatMap(({ folder }) => {
    const path = join(root, folder, 'CHANGELOG.md')
    if (!existsSync(path)) return []
    const section = readFileSync(path, 'utf8')
      .split(/^## /m)
      .find((each) => each.startsWith(`${version}\n`))
    return section === undefined
      ? []
      : (section.match(/^- [\s\S]*?(?=\n- |\n#|\n*$(?![\s\S]))/gm) ?? []).map((entry) => entry.trim())
  })
}

import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { RELEASE_VERSION } from '@footfall/core-domain'
import { afterEach, describe, expect, it } from 'vitest'
import { ROOT, readYaml } from '../deploy/files.ts'
import { PUBLISHED } from '../packages-tarballs.ts'
import { temporaryDirectory } from '../server-process.ts'
import { npmRegistry } from './npm-registry.ts'
import { type ImageParts, ociRegistry } from './oci-registry.ts'
import { installAndUse, publishAll } from './use-package.ts'

const SCRIPT = join(ROOT, 'scripts/release.mjs')
const ALL = [...PUBLISHED, '@footfall/footfall'].map((name) => `${name}@${RELEASE_VERSION}`).sort()

const ended: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})
async function folder(): Promise<string> {
  const directory = await temporaryDirectory()
  ended.push(() => directory.remove())
  return directory.path
}

const release = (script: string, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('a dry run of the release', () => {
  /** A copy of what the plan of a release reads, with these changesets. */
  async function copyWith(changesets: Readonly<Record<string, string>>) {
    const root = await folder()
    for (const path of ['scripts/release.mjs', 'scripts/release', 'packages/storage/src/schema/migrations'])
      await cp(join(ROOT, path), join(root, path), { recursive: true })
    for (const path of ['packages/storage', 'packages/tracker', 'apps/footfall']) {
      await mkdir(join(root, path), { recursive: true })
      await cp(join(ROOT, path, 'package.json'), join(root, path, 'package.json'))
    }
    await mkdir(join(root, '.changeset'))
    for (const [name, text] of Object.entries(changesets)) await writeFile(join(root, '.changeset', name), text)
    return { root, run: (...args: readonly string[]) => release(join(root, 'scripts/release.mjs'), ...args) }
  }

  it('says every part of the release of this commit, and changes nothing', async () => {
    const before = spawnSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' }).stdout
    const { stdout } = release(SCRIPT, '--dry-run', '--offline')
    for (const part of [
      `footfall-${RELEASE_VERSION}-linux-x64.tar.gz`,
      `footfall-${RELEASE_VERSION}-linux-arm64.tar.gz`,
      `ghcr.io/footfall/footfall:${RELEASE_VERSION}`,
      'oci://ghcr.io/footfall/charts/footfall',
      ...ALL,
    ])
      expect(stdout).toContain(part)
    expect(spawnSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' }).stdout).toBe(before)
  })

  it('rejects a commit with changesets that have no version, and names the next version', async () => {
    const { run } = await copyWith({ 'a.md': "---\n'@footfall/tracker': minor\n---\n\nCounts more.\n" })
    const { status, stdout, stderr } = run('--dry-run', '--offline')
    expect(status).toBe(1)
    expect(stderr).toContain('Run `pnpm versions`, which makes 0.2.0')
    expect(stdout).toContain('- Counts more.')
  })

  it('rejects a version whose schema changed since it was recorded', async () => {
    const { root, run } = await copyWith({})
    expect(run('--dry-run', '--offline').stderr).toContain(`releases.json does not have ${RELEASE_VERSION}`)
    expect(run('record').status).toBe(0)
    expect(run('--dry-run', '--offline')).toMatchObject({ status: 0, stderr: '' })
    await writeFile(join(root, 'packages/storage/src/schema/migrations/9999_later.ts'), '')
    const { status, stderr } = run('--dry-run', '--offline')
    expect(status).toBe(1)
    expect(stderr).toContain('this commit has 9999_later. Add a changeset and run `pnpm versions`')
  })

  it('makes the notes of a version from its changelogs, each entry once', async () => {
    const { root, run } = await copyWith({})
    const changelog = (entry: string) =>
      `# x\n\n## ${RELEASE_VERSION}\n\n### Minor Changes\n\n- Same for both.\n${entry}\n\n## 0.0.9\n\n- Old.\n`
    await writeFile(join(root, 'packages/tracker/CHANGELOG.md'), changelog('- Only\n  the tracker.'))
    await writeFile(join(root, 'apps/footfall/CHANGELOG.md'), changelog('- Only the service.'))
    const { stdout } = run('notes')
    expect(stdout.match(/Same for both/g)).toHaveLength(1)
    for (const entry of ['- Only\n  the tracker.', '- Only the service.']) expect(stdout).toContain(entry)
    expect(stdout).not.toContain('Old.')
    expect(stdout).toMatch(/schema of the control database is that of `\d{4}_\w+`/)
  })

  it.each([[[]], [['publish']], [['image']], [['checksums']], [['--unknown']]])(
    'ends with 2 for the arguments %j',
    (args) => {
      expect(release(SCRIPT, ...args).status).toBe(2)
    },
  )

  it('writes checksums that sha256sum accepts', async () => {
    const files = await folder()
    await writeFile(join(files, 'a.tar.gz'), 'a')
    await writeFile(join(files, 'ü b.txt'), 'b')
    for (let i = 0; i < 2; i++) expect(release(SCRIPT, 'checksums', files).status).toBe(0)
    const { stdout } = await promisify(execFile)('sha256sum', ['--check', 'SHA256SUMS'], { cwd: files })
    expect(stdout.trim().split('\n')).toHaveLength(2)
  })
})

describe('publishing the packages', () => {
  it('publishes every package once, and an empty project installs and uses one', async () => {
    const registry = await npmRegistry()
    ended.push(() => registry.close())
    const place = await folder()
    await publishAll(registry.url, place)
    expect(registry.published()).toEqual(ALL)
    const again = await publishAll(registry.url, place)
    expect(again.match(/is in the registry/g)).toHaveLength(ALL.length)
    expect(await installAndUse(registry.url, place)).toBe('true')
  })
})

describe('checking the image', () => {
  const WHOLE: ImageParts = {
    architectures: ['amd64', 'arm64'],
    attested: ['provenance', 'sbom'],
    version: RELEASE_VERSION,
    layerBytes: 200 * 1024 * 1024,
  }
  async function check(parts: Partial<ImageParts>, damaged = false) {
    const registry = await ociRegistry('footfall/footfall', RELEASE_VERSION, { ...WHOLE, ...parts })
    ended.push(() => registry.close())
    if (damaged) registry.damage()
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [SCRIPT, 'image', registry.reference]).catch(
      (error: { stdout: string; stderr: string }) => error,
    )
    return `${stdout}${stderr}`.trim()
  }

  it('accepts an image of both platforms with provenance and a bill of materials', async () => {
    expect(await check({})).toMatch(/is whole: linux\/amd64, linux\/arm64, provenance, SBOM\.$/)
  })

  it.each([
    [{ architectures: ['amd64'] }, 'linux/arm64 is missing.'],
    [{ attested: ['sbom'] as const }, 'linux/amd64 has no provenance.'],
    [{ attested: ['provenance'] as const }, 'linux/arm64 has no SBOM.'],
    [{ version: '9.9.9' }, `linux/amd64 is of version 9.9.9, not ${RELEASE_VERSION}.`],
    [{ layerBytes: 701 * 1024 * 1024 }, 'linux/amd64 has 701 MiB; at most 700 are allowed.'],
  ])('rejects an image with %j', async (parts, problem) => {
    expect(await check(parts)).toContain(problem)
  })

  it('rejects a registry that has other content under a digest', async () => {
    expect(await check({}, true)).toContain('has other content in the registry')
  })

  it.each(['footfall', 'example.com/footfall', 'https://example.com/a:1', 'example.com/a:', 'example.com/../a:1 2'])(
    'rejects the reference %s',
    (reference) => {
      expect(release(SCRIPT, 'image', reference)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('is not an image such as'),
      })
    },
  )
})

describe('the workflow of the release', () => {
  const workflow = readYaml('../.github/workflows/release.yml')
  const steps = Object.values<{ steps: { run?: string; uses?: string }[] }>(workflow.jobs).flatMap((job) => job.steps)

  it('starts by hand, with a dry run unless somebody asks for more', () => {
    expect(Object.keys(workflow.on)).toEqual(['workflow_dispatch'])
    expect(workflow.on.workflow_dispatch.inputs['dry-run'].default).toBe(true)
    expect(workflow.permissions).toEqual({})
  })

  it('runs only parts of the release that exist, and pins every action to a commit', async () => {
    const source = await readFile(SCRIPT, 'utf8')
    for (const { run = '', uses } of steps) {
      if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
      for (const [, part] of run.matchAll(/scripts\/release\.mjs ([a-z]+)/g))
        expect(source).toContain(`case '${part}':`)
    }
  })

  it('keeps secrets and inputs out of the text of commands', () => {
    for (const { run = '' } of steps) expect(run).not.toMatch(/\$\{\{\s*(?:inputs|github\.token|secrets|github\.event)/)
  })
})

// Publishes the packages to a registry of npm. A run that was interrupted is continued: what the registry has is left out.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export async function isPublished(registry, name, version) {
  const response = await fetch(`${registry.replace(/\/$/, '')}/${name.replace('/', '%2f')}`, {
    headers: { accept: 'application/json' },
  })
  if (response.status === 404) return false
  if (!response.ok) throw new Error(`${registry} answers ${response.status} for ${name}.`)
  return Object.hasOwn((await response.json()).versions ?? {}, version)
}

export async function publishPackages(root, packages, { registry, provenance, log }) {
  const missing = []
  for (const one of packages) {
    if (await isPublished(registry, one.name, one.version)) log(`${one.name}@${one.version} is in the registry.`)
    else missing.push(one)
  }
  if (missing.length === 0) return
  const packed = mkdtempSync(join(tmpdir(), 'footfall-release-'))
  try {
    // All in one run, before the first is published: a package that cannot be packed leaves the registry as it was.
    const filters = missing.flatMap(({ name }) => ['--filter', name])
    await run('pnpm', ['--recursive', ...filters, 'pack', '--pack-destination', packed], root)
    const options = ['--access', 'public', '--registry', registry, ...(provenance ? ['--provenance'] : [])]
    for (const { name, version } of missing) {
      await run('npm', ['publish', join(packed, tarballOf(name, version)), ...options], packed)
      log(`${name}@${version} is published.`)
    }
  } finally {
    rmSync(packed, { recursive: true, force: true })
  }
}

/** The name that pnpm gives the tarball of a package. */
function tarballOf(name, version) {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
}

/** Asynchronous, so that connections to the registry that end meanwhile are noticed. */
async function run(command, args, cwd) {
  try {
    await promisify(execFile)(command, args, { cwd })
  } catch (error) {
    throw new Error(`${command} ${args.join(' ')} failed: ${error.stderr || error.message}`)
  }
}

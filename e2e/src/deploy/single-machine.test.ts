import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSettings } from '@footfall/config'
import { describe, expect, it } from 'vitest'
import { codeBlocks } from '../packages-tarballs.ts'
import { ROOT, readDeploy } from './files.ts'

const FILES = { nginx: 'proxy/nginx.conf', caddyfile: 'proxy/Caddyfile' } as const
const page = readDeploy('../docs/deploy.md')

/** Code of the documentation and files of deploy/, by the place where each is. */
const examples = [
  ...globSync(['docs/**/*.md', 'README.md'], {
    cwd: ROOT,
    exclude: ['docs/reference/**', 'docs/decisions/**'],
  }).flatMap((path) =>
    codeBlocks(readFileSync(join(ROOT, path), 'utf8'), 'sh', 'yaml', 'json', 'ini').map(({ code }) => ({ path, code })),
  ),
  ...globSync('deploy/**/*.yaml', { cwd: ROOT }).map((path) => ({
    path,
    code: readFileSync(join(ROOT, path), 'utf8'),
  })),
]

describe('a proxy on the same machine', () => {
  it.each(Object.entries(FILES))(
    'the deploy page shows the complete proxy configuration of deploy/ for %s',
    (language, file) => {
      expect(codeBlocks(page, language).map(({ code }) => code)).toEqual([readDeploy(file)])
    },
  )

  it.each(Object.values(FILES))('the proxy configuration %s has the default address of the service', (file) => {
    const { host, port } = parseSettings({})
    const addresses = [...readDeploy(file).matchAll(/(?:server|reverse_proxy) ([\d.]+:\d+)/g)].map(
      ([, address]) => address,
    )
    expect(addresses).toEqual([`${host}:${port}`])
  })

  it('the proxy configurations pass on the address of the visitor', () => {
    expect(readDeploy(FILES.nginx)).toContain('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;')
    // Caddy does so by default.
    expect(readDeploy(FILES.caddyfile)).not.toContain('header_up')
  })

  it('every example with an https BASE_URL sets TRUST_PROXY', () => {
    const behindProxy = examples.filter(
      ({ path, code }) => !path.includes('/dist/') && /BASE_URL[=:]\s*https:/.test(code) && !isOverlay(path, code),
    )
    const trusts = behindProxy.map(({ path, code }) => ({ path, trusts: /TRUST_PROXY(=|:\s*")[1-9]/.test(code) }))
    expect(trusts.filter((example) => !example.trusts)).toEqual([])
    expect(new Set(trusts.map(({ path }) => path))).toEqual(
      new Set([
        'docs/deploy.md',
        'deploy/compose.one.yaml',
        'deploy/compose.yaml',
        'deploy/dokploy/compose.yaml',
        'deploy/kubernetes/kustomization.yaml',
        'deploy/truenas/compose.yaml',
      ]),
    )
  })
})

/** Changes the base of deploy/kubernetes, which sets TRUST_PROXY. */
const isOverlay = (path: string, code: string) => path === 'docs/deploy.md' && code.includes('behavior: merge')

it('the settings of the unit are in a file that others can neither read nor write', () => {
  const [setUp = ''] = codeBlocks(page, 'sh')
    .map(({ code }) => code)
    .filter((code) => code.includes('> /etc/footfall.env'))
  const lines = setUp.split('\n')
  const made = lines.indexOf('install --mode=640 --group=footfall /dev/null /etc/footfall.env')
  expect(made).toBeGreaterThan(-1)
  expect(lines.findIndex((line) => line.includes('> /etc/footfall.env'))).toBeGreaterThan(made)
})

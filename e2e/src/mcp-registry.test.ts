import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { codeBlocks } from './packages-tarballs.ts'

const PACKAGE = fileURLToPath(new URL('../../apps/mcp-server/', import.meta.url))
const textOf = (file: string) => readFileSync(PACKAGE + file, 'utf8')
const server = JSON.parse(textOf('server.json'))
const manifest = JSON.parse(textOf('package.json'))
const schema = JSON.parse(readFileSync(new URL('registry/server.schema.json', import.meta.url), 'utf8'))

// Formats are texts for people here: the addresses are templates.
const isServer = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema)

describe('apps/mcp-server/server.json', () => {
  it('server.json is valid under the schema of the MCP registry that it names', () => {
    expect(server.$schema).toBe(schema.$id)
    expect(isServer(server) ? [] : isServer.errors).toEqual([])
  })

  it.each<readonly [string, object]>([
    ['a description of 101 characters', { description: 'x'.repeat(101) }],
    ['a name without a namespace', { name: 'footfall' }],
    ['a package without a transport', { packages: [{ registryType: 'npm', identifier: 'x' }] }],
    ['a package of the version “latest”', { packages: [{ ...server.packages[0], version: 'latest' }] }],
    ['a remote of an unknown type', { remotes: [{ type: 'http', url: 'https://stats.example.com/api/mcp' }] }],
  ])('would not fit with %s', (_, change) => {
    expect(isServer({ ...server, ...change })).toBe(false)
  })

  it('server.json has the name that the published package claims, and its version', () => {
    const [packed] = server.packages
    expect({ name: server.name, version: server.version }).toEqual({
      name: manifest.mcpName,
      version: manifest.version,
    })
    expect([packed.identifier, packed.version]).toEqual([manifest.name, manifest.version])
    // A published name cannot change: the registry finds the next version by it.
    expect(manifest.mcpName).toBe('io.github.footfall/mcp-server')
  })

  it('server.json names the endpoint of any host by a template whose variables it describes', () => {
    const [remote, ...others] = server.remotes
    expect(others).toEqual([])
    const named = [...String(remote.url).matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(remote.variables)).toEqual(named)
    expect(remote.variables.host).toMatchObject({ isRequired: true, description: expect.stringContaining('Footfall') })
    const url = new URL(String(remote.url).replace('{host}', remote.variables.host.placeholder))
    expect([url.protocol, url.pathname]).toEqual(['https:', '/api/mcp'])
  })

  it('server.json starts the command that the README configures, with the required variables', () => {
    const [packed] = server.packages
    const [configuration] = codeBlocks(textOf('README.md'), 'json')
    const { command, args, env } = JSON.parse(configuration?.code ?? '').mcpServers.footfall
    expect([command, ...args]).toEqual([packed.runtimeHint, '--yes', packed.identifier])
    const variables: readonly { name: string; isRequired?: boolean; isSecret?: boolean }[] = packed.environmentVariables
    const named = (which: 'isRequired' | 'isSecret') => variables.filter((each) => each[which]).map(({ name }) => name)
    expect(Object.keys(env)).toEqual(named('isRequired'))
    expect(named('isSecret')).toEqual(['SERVICE_TOKEN'])
  })
})

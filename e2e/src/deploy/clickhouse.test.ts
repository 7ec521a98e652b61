import { type Engine, openEngine } from '@footfall/warehouse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../server-process.ts'
import { composeFile } from './compose-file.ts'
import { readYaml } from './files.ts'

const given = {
  FOOTFALL_HOST: 'x',
  SESSION_SECRET: 'x',
  POSTGRES_PASSWORD: 'x',
  CLICKHOUSE_PASSWORD: 'x',
  CLICKHOUSE_CLUSTER_SECRET: 'x',
}
const { services } = composeFile(given)
const nodes = ['clickhouse-1', 'clickhouse-2'].map((name) => services[name])
const server = readYaml('clickhouse/server.yaml')
const logs = readYaml('clickhouse/logs.yaml')
const users = readYaml('clickhouse/users.yaml')
const keeper = readYaml('clickhouse/keeper.yaml')
const cluster = server.remote_servers[services['api-1']?.environment?.CLICKHOUSE_CLUSTER ?? '']

describe('the ClickHouse cluster', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let engine: Engine
  beforeAll(async () => {
    directory = await temporaryDirectory()
    engine = await openEngine({ embedded: { path: directory.path } })
  })
  afterAll(async () => {
    await engine?.close()
    await directory?.remove()
  })

  it('the cluster has the name that the service uses and a shard for every node', () => {
    const hosts = cluster.shard.flatMap(({ replica }: { replica: { host: string } }) => replica.host)
    expect(hosts).toEqual(nodes.map((node) => node?.hostname))
    for (const { internal_replication } of cluster.shard) expect(internal_replication).toBe('true')
    expect(server.macros.cluster).toBe(services['api-1']?.environment?.CLICKHOUSE_CLUSTER)
  })

  it('reads every secret, and everything that differs between nodes, from the environment', () => {
    const asked = JSON.stringify([server, users]).matchAll(/"@from_env":"(\w+)"/g)
    const variables = [...new Set([...asked].map(([, name = '']) => name))].sort()
    expect(variables).toEqual(['CLICKHOUSE_CLUSTER_SECRET', 'CLICKHOUSE_PASSWORD', 'REPLICA', 'SHARD'])
    for (const node of nodes) for (const name of variables) expect(node?.environment).toHaveProperty(name)
    expect(nodes.map((node) => node?.environment?.SHARD)).toEqual(['1', '2'])
    expect(nodes.map((node) => node?.environment?.REPLICA)).toEqual(nodes.map((node) => node?.hostname))
    for (const secret of [users.users.footfall.password, cluster.secret, server.interserver_http_credentials.password])
      expect(Object.keys(secret)).toEqual(['@from_env'])
  })

  it('accepts the user without a password only from the node itself', () => {
    expect(users.users.default.networks).toEqual({ '@replace': 'replace', ip: ['::1', '127.0.0.1'] })
    expect(Object.keys(users.users)).toEqual(['default', 'footfall'])
  })

  it('connects ClickHouse to Keeper on the port that Keeper listens on', () => {
    const { node } = server.zookeeper
    expect(node).toEqual({ host: services.keeper?.hostname, port: keeper.keeper_server.tcp_port })
    expect(keeper.keeper_server.raft_configuration.server).toMatchObject({
      id: keeper.keeper_server.server_id,
      hostname: services.keeper?.hostname,
    })
    expect(services.keeper?.healthcheck).toMatchObject({ test: expect.arrayContaining([`--port=${node.port}`]) })
  })

  it('uses only settings that the engine knows', async () => {
    const known = await engine.rows<{ name: string }>('SELECT name FROM system.settings')
    const names = new Set(known.map(({ name }) => name))
    for (const profile of Object.values<Record<string, unknown>>(users.profiles))
      for (const name of Object.keys(profile)) expect({ name, known: names.has(name) }).toEqual({ name, known: true })
  })

  it('keeps only the logs that explain a query, for a week, so that system tables do not fill the disk', () => {
    const { max_server_memory_usage_to_ram_ratio: ratio, logger, ...tables } = logs
    expect(ratio).toBeLessThan(0.9)
    expect(logger).toEqual({ size: '100M', count: 3 })
    const kept = { ttl: 'event_date + INTERVAL 7 DAY DELETE' }
    const { query_log, part_log, ...others } = tables
    expect([query_log, part_log]).toEqual([kept, kept])
    for (const name of ['trace_log', 'metric_log', 'asynchronous_metric_log', 'text_log', 'processors_profile_log'])
      expect(others).toHaveProperty(name)
    for (const [name, table] of Object.entries(others)) expect([name, table]).toEqual([name, { '@remove': 'remove' }])
    for (const node of nodes)
      expect(node?.volumes).toContain('./clickhouse/logs.yaml:/etc/clickhouse-server/config.d/footfall-logs.yaml:ro')
  })

  it('writes backups to an allowed disk on the volume', () => {
    const disk = server.storage_configuration.disks[server.backups.allowed_disk]
    expect(disk).toEqual({ type: 'local', path: server.backups.allowed_path })
    for (const node of nodes)
      expect(node?.volumes?.some((volume) => disk.path.startsWith(volume.split(':')[1]))).toBe(true)
  })
})

import { DAY_SECONDS } from '@footfall/core-domain'
import type { Table, View } from './tables.ts'
import { onCluster, stored, storedName, type Topology } from './topology.ts'

/**
 * How many blocks a table remembers, by token, to know one that comes again. On a cluster the default forgets after an
 * hour, which an outage may outlast.
 */
const DEDUPLICATION_BLOCKS = 10_000
const DEDUPLICATION_SECONDS = 7 * DAY_SECONDS

/** The database and the kind of engine that get the schema. */
export interface Place extends Topology {
  readonly database: string
  /** Whether the engine runs in this process, and so on the processors that collect. */
  readonly isEmbedded: boolean
}

/** Makes a table where there is none: one statement on one node, on a cluster the rows' table and the one in front. */
export function createTable(table: Table, place: Place, comment: string): readonly string[] {
  const own = [...(table.settings ?? []), ...(place.isEmbedded ? (table.embeddedSettings ?? []) : [])]
  const rows = `CREATE TABLE IF NOT EXISTS ${storedName(table.name, place)}${onCluster(place).text} (
  ${table.columns}
) ENGINE = ${engineOf(table, place)}
${table.order}
SETTINGS ${[...deduplication(place), ...own].join(', ')}
COMMENT ${quoted(comment)}`
  return place.cluster === undefined ? [rows] : [rows, distributed(table, place, place.cluster)]
}

/** Views work on each shard by itself: a row and what is summed up of it never part. */
export function createView({ name, target, source, select, rest }: View, place: Place): string {
  return `CREATE MATERIALIZED VIEW IF NOT EXISTS ${name}${onCluster(place).text} TO ${storedName(target, place)} AS
${select}
FROM ${storedName(source, place)} AS e
${rest}`
}

/** Gives a view of an older version its present query, at once: rows that come meanwhile are summed up by one of the two. */
export function alterView({ name, source, select, rest }: View, place: Place): string {
  return `ALTER TABLE ${name}${onCluster(place).text} MODIFY QUERY
${select}
FROM ${storedName(source, place)} AS e
${rest}`
}

function engineOf({ name, engine, engineArguments }: Table, place: Place): string {
  const own = engineArguments === undefined ? [] : [engineArguments]
  if (place.cluster === undefined) return own.length === 0 ? engine : `${engine}(${own.join(', ')})`
  // Without {uuid}, which ON CLUSTER draws anew: a replica that joins later must find its table under the same path.
  const path = `/clickhouse/tables/{shard}/${place.database}/${storedName(name, place)}`
  return `Replicated${engine}(${[quoted(path), quoted('{replica}'), ...own].join(', ')})`
}

function distributed(
  { name, shardBy }: Table,
  place: Place,
  cluster: string,
  create = 'CREATE TABLE IF NOT EXISTS',
): string {
  const local = storedName(name, place)
  return `${create} ${name}${onCluster(place).text} AS ${local}
ENGINE = Distributed(${quoted(cluster)}, ${quoted(place.database)}, ${local}, ${shardBy})`
}

function deduplication({ cluster }: Topology): readonly string[] {
  if (cluster === undefined) return [`non_replicated_deduplication_window = ${DEDUPLICATION_BLOCKS}`]
  return [
    `replicated_deduplication_window = ${DEDUPLICATION_BLOCKS}`,
    `replicated_deduplication_window_seconds = ${DEDUPLICATION_SECONDS}`,
  ]
}

/** Changes a table of an older version. Safe to repeat and to run concurrently. */
export function alterTable(table: string, change: string, place: Place): string {
  return `ALTER TABLE ${stored(table, place).text} ${change}`
}

/**
 * Adds the columns that a table lacks, in the order given. On a cluster the table in front gets them after the tables
 * that hold the rows, since it passes on what it is asked.
 */
export function addColumns(table: string, definitions: readonly string[], place: Place): readonly string[] {
  const change = definitions.map((definition) => `ADD COLUMN IF NOT EXISTS ${definition}`).join(', ')
  const rows = alterTable(table, change, place)
  return place.cluster === undefined ? [rows] : [rows, `ALTER TABLE ${table}${onCluster(place).text} ${change}`]
}

/** The table in front of a cluster’s, made anew with its present sharding; the rows stay where they are. */
export function newSharding(table: Table, place: Place): readonly string[] {
  if (place.cluster === undefined) return []
  return [distributed(table, place, place.cluster, 'CREATE OR REPLACE TABLE')]
}

export function widenWindow(place: Place): string {
  return `MODIFY SETTING ${deduplication(place).join(', ')}`
}

/** DDL accepts no function in place of a string. The values are our own, or the name of a database. */
function quoted(value: string): string {
  if (!/^[\w /{}.-]+$/.test(value)) throw new TypeError('not a plain string')
  return `'${value}'`
}

import { clusterName, identifier, type Sql, sql } from '../sql/literal.ts'

/**
 * How the tables are laid out. On one node a table is one table. On a cluster the rows are in replicated tables of each
 * shard, `…_local`, and the name that everybody reads and writes is a `Distributed` table in front of them.
 */
export interface Topology {
  /** The name of the cluster in ClickHouse's configuration; undefined on one node. */
  readonly cluster: string | undefined
}

/** The name of the table that holds the rows, on the node or on each shard. */
export function storedName(table: string, { cluster }: Topology): string {
  return cluster === undefined ? table : `${table}_local`
}

/** The table that holds the rows, as `DELETE FROM` and `ALTER TABLE` name it: `Distributed` tables take neither. */
export function stored(table: string, topology: Topology): Sql {
  return sql`${identifier(storedName(table, topology))}${onCluster(topology)}`
}

/** Makes a statement about tables reach every node. */
export function onCluster({ cluster }: Topology): Sql {
  return cluster === undefined ? sql`` : sql` ON CLUSTER ${clusterName(cluster)}`
}

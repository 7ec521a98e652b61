import { startClickHouseHttp, TEST_CLUSTER } from '@footfall/testkit'
import { openEngine } from '../engine/clickhouse.ts'
import type { Engine } from '../engine/engine.ts'
import { createSchema } from '../schema/create-schema.ts'

/**
 * A cluster of one node of the embedded engine. It lacks the threads that carry out statements ON
 * CLUSTER and let replicated tables take rows, so `cluster` runs the former on its only node and makes plain tables for
 * the latter; the `Distributed` tables in front of them work in full. `seen` holds the statements as the caller wrote them.
 */
export async function openTestCluster() {
  const server = await startClickHouseHttp({ cluster: true })
  const engine = await openEngine({ remote: { url: server.url, cluster: TEST_CLUSTER } })
  const seen: string[] = []
  const cluster: Engine = {
    ...engine,
    async run(statement, options) {
      seen.push(statement)
      await engine.run(unreplicated(statement), options)
    },
  }
  await createSchema(cluster)
  return {
    /** The server as it is. */
    engine,
    cluster,
    seen,
    async close() {
      await engine.close()
      // Replicated tables that never started do not let their engine end.
      await server.pause()
      await server.stop()
    },
  }
}
export type TestCluster = Awaited<ReturnType<typeof openTestCluster>>

export function onThisNode(statement: string): string {
  return statement.replaceAll(` ON CLUSTER ${TEST_CLUSTER}`, '')
}

function unreplicated(statement: string): string {
  return onThisNode(statement)
    .replace(/Replicated(\w*MergeTree)\('[^']*', '[^']*'(?:, )?/, '$1(')
    .replace(
      /replicated_deduplication_window = (\d+), replicated_deduplication_window_seconds = \d+/,
      'non_replicated_deduplication_window = $1',
    )
}

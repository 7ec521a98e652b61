import type { Bench } from '../harness/report.ts'
import { collectBench } from './collect.ts'
import { collectBatchesBench } from './collect-batches.ts'
import { importBench } from './import.ts'
import { mcpBench } from './mcp.ts'
import { oauthBench } from './oauth.ts'
import { productReadBench } from './product-read.ts'
import { replicasBench } from './replicas.ts'
import { scaleBench } from './scale.ts'
import { startBench } from './start.ts'
import { statsBench } from './stats.ts'
import { statsUnderIngestBench } from './stats-under-ingest.ts'
import { storageBench } from './storage.ts'
import { writesBench } from './writes.ts'

export const BENCHES: readonly Bench[] = [
  importBench,
  statsBench,
  statsUnderIngestBench,
  productReadBench,
  collectBench,
  collectBatchesBench,
  mcpBench,
  oauthBench,
  startBench,
  writesBench,
  storageBench,
  scaleBench,
  replicasBench,
]

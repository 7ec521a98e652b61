import type { Bench } from '../harness/report.ts'
import { approvalBench } from './approval.ts'
import { bundleStartBench } from './bundle-start.ts'
import { capacityBench } from './capacity.ts'
import { collectBench } from './collect.ts'
import { collectBatchesBench } from './collect-batches.ts'
import { importBench } from './import.ts'
import { mcpBench } from './mcp.ts'
import { mcpFirstCallBench } from './mcp-first-call.ts'
import { oauthBench } from './oauth.ts'
import { overviewBench } from './overview.ts'
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
  mcpFirstCallBench,
  oauthBench,
  startBench,
  bundleStartBench,
  writesBench,
  approvalBench,
  storageBench,
  scaleBench,
  overviewBench,
  replicasBench,
  capacityBench,
]

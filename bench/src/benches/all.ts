import type { Bench } from '../harness/report.ts'
import { importBench } from './import.ts'
import { statsBench } from './stats.ts'

export const BENCHES: readonly Bench[] = [importBench, statsBench]

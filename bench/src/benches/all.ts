import type { Bench } from '../harness/report.ts'
import { importBench } from './import.ts'

export const BENCHES: readonly Bench[] = [importBench]

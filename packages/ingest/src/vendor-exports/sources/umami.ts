import type { ExportFormat } from '../reading.ts'
import { umamiCsv } from '../umami/csv.ts'
import { umamiDump } from '../umami/dump.ts'

export const formats: readonly ExportFormat[] = [umamiCsv, umamiDump]

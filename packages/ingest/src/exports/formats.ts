import type { ExportFormat } from './reading.ts'
import { plausible } from './sources/plausible.ts'

/** Every format that is recognised, in the order in which they are tried. */
export const EXPORT_FORMATS: readonly ExportFormat[] = [plausible]

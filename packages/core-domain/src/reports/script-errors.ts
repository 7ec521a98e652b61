import { z } from 'zod'
import { Timestamp } from '../time/instant.ts'
import { count, stated } from './parts.ts'

const ErrorKeys = z.array(z.object({ key: z.string(), errors: count }))
export const ScriptErrorsReport = z.object({
  ...stated,
  errors: count.nullable(),
  visitors: count.nullable().meta({ description: 'Visitors with an error; two errors of one visitor count once.' }),
  rows: z.array(
    z.object({
      id: z.string().meta({ description: 'The same for the same error, whatever record, line or release it is of.' }),
      message: z.string(),
      source: z.string().meta({ description: 'Script, line and column; empty where the browser did not report them.' }),
      stack: z.string().meta({ description: 'Of one report of it; empty where none had one.' }),
      errors: count,
      visitors: count,
      first_seen_at: Timestamp.meta({ description: 'Within the period.' }),
      last_seen_at: Timestamp,
      pages: ErrorKeys.meta({ description: 'The five where it happened most.' }),
      browsers: ErrorKeys.meta({ description: 'The five in which it happened most.' }),
    }),
  ),
  withheld: count.meta({ description: 'Errors of too few visitors, which are left out.' }),
  more: z.boolean().meta({ description: 'Whether there are more than are listed.' }),
})
export type ScriptErrorsReport = z.infer<typeof ScriptErrorsReport>

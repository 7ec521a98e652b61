import { parseInput } from '@footfall/core-domain'
import { z } from 'zod'

export const LEAK_REPORT_PATH = '/api/v1/leaked'

/** The most bytes of a report. */
export const LEAK_REPORT_BYTES_MAX = 4 * 1024

export const LeakReport = z.strictObject({
  secret: z.string().min(1).max(256).meta({ description: 'The whole secret, as it was found.' }),
})

/** The answer to every report, whatever it found. */
export const LeakReceived = z.object({ data: z.object({ received: z.literal(true) }) })

/** The secret of a report. Throws `InvalidRequest`, without the secret. */
export function reportedSecret(body: unknown): string {
  return parseInput(LeakReport, body).secret
}

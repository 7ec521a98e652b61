import { z } from 'zod'
import { Timestamp } from '../time/instant.ts'
import { count } from './parts.ts'

export const InstallationReport = z.object({
  snippet: z.string(),
  domains: z.array(
    z.object({
      hostname: z.string(),
      registered: z.boolean().meta({ description: 'Whether the hostname is in the product’s domain list.' }),
      tracker_seen: z.boolean(),
      script_version: z.string().nullable(),
      first_event_at: Timestamp.nullable(),
      last_event_at: Timestamp.nullable(),
      events_last_30_days: count,
      web_vitals_at: Timestamp.nullable().meta({
        description:
          'When a page last sent web vitals; null where none ever did. The attribute `data-vitals` sends them.',
      }),
      errors_watched_at: Timestamp.nullable().meta({
        description:
          'When a page last watched for script errors; null where none ever did. The attribute is `data-errors`.',
      }),
    }),
  ),
})
export type InstallationReport = z.infer<typeof InstallationReport>

export const ProxyReport = z.object({
  status: z.enum(['not_proxied', 'working', 'addresses_missing', 'addresses_untrusted']),
  window_days: count,
  events: count,
  hostnames: z.array(
    z.object({
      hostname: z.string(),
      events: count,
      forwarded: count,
      untrusted: count,
      missing: count,
      last_event_at: Timestamp,
    }),
  ),
  advice: z.string().nullable(),
})
export type ProxyReport = z.infer<typeof ProxyReport>

import { pid } from 'node:process'
import { RELEASE_VERSION } from '@footfall/core-domain'
import { z } from 'zod'
import type { OperatorRoutes } from './serve-operator.ts'

/** The process that runs on a data directory. */
export const ProcessFacts = z.object({ pid: z.int(), version: z.string(), base_url: z.string() })
export type ProcessFacts = z.infer<typeof ProcessFacts>

export function processRoutes({ baseUrl }: { readonly baseUrl: string }): OperatorRoutes {
  const facts: ProcessFacts = { pid, version: RELEASE_VERSION, base_url: baseUrl }
  return { 'GET /process': async () => facts }
}

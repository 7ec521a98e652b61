import { createAnalytics, memoryVersions } from '@footfall/analytics'
import {
  type Analytics,
  type Clock,
  existing,
  type Message,
  NotFound,
  ReportId,
  type Store,
} from '@footfall/core-domain'
import { languageOfSubject, prepareReport } from '@footfall/operations'
import type { Engine } from '@footfall/warehouse'
import type { OperatorRoutes } from '../operator-socket/serve-operator.ts'

interface Dependencies {
  readonly store: Store
  readonly analytics: Pick<Analytics, 'forCaller'>
  readonly clock: Clock
  readonly baseUrl: string
}

/** What a report would show now, in the language of its owner. Throws `NotFound` if there is no such report, or nothing that it is about. */
export async function previewReport({ store, analytics, clock, baseUrl }: Dependencies, id: string): Promise<Message> {
  const parsed = ReportId.safeParse(id)
  if (!parsed.success) throw new NotFound()
  const report = existing(await store.scheduledReports.findAny(parsed.data))
  const messageIn = existing(await prepareReport({ store, analytics, baseUrl }, report, clock.now()))
  return messageIn(await languageOfSubject(store, report.subject))
}

/** What an operator may ask a running service about its reports. */
export function reportRoutes(dependencies: Dependencies): OperatorRoutes {
  return { 'GET /reports/preview': ({ query }) => previewReport(dependencies, query.get('id') ?? '') }
}

/** Reports for a process that opened the engine without a service. */
export function reportsOn(engine: Engine, clock: Clock): Analytics {
  return createAnalytics({ engine, clock, versions: memoryVersions(), reportsPerPerson: 1 })
}

import { queryOptions } from '@tanstack/react-query'
import { answer, api, executed, type Send } from '../../api/client.ts'
import { productQueryKey } from '../../api/queries.ts'
import type { DeliveryTarget, ReportSchedule, ScheduledReport } from '../../api/types.ts'
import type { Listed } from '../delivery-list.tsx'

interface ReportInput {
  readonly name: string
  readonly schedule: ReportSchedule
  readonly timezone: string
  readonly target: DeliveryTarget
  readonly enabled: boolean
}

/** What changes of a report; an absent target stays. */
type ReportChange = Omit<ReportInput, 'target'> & { readonly target?: DeliveryTarget; readonly revision?: number }

interface Written {
  readonly result: ScheduledReport
  readonly secret?: string
}

/** The reports about one product, or those about all products of the account. */
export interface ReportSource {
  readonly query: ReturnType<typeof listQuery>
  /** Of the product; undefined where each report has a time zone of its own. */
  readonly timezone: string | undefined
  create(input: ReportInput): Promise<Written>
  update(report: string, change: ReportChange): Promise<Written>
  send(report: string): Send<unknown>
  remove(report: string): Send<unknown>
}

export function productReports({
  id: product,
  timezone,
}: {
  readonly id: string
  readonly timezone: string
}): ReportSource {
  const of = (report: string) => ({ path: { product, report } })
  return {
    query: listQuery([...productQueryKey(product), 'reports'], () =>
      answer(api.GET('/api/v1/products/{product}/reports', { params: { path: { product } } })),
    ),
    timezone,
    create: ({ timezone: _, ...body }) =>
      executed(api.POST('/api/v1/products/{product}/reports', { params: { path: { product } }, body })),
    update: (report, { timezone: _, ...body }) =>
      executed(api.PATCH('/api/v1/products/{product}/reports/{report}', { params: of(report), body })),
    send: (report) => (options) =>
      api.POST('/api/v1/products/{product}/reports/{report}/send', { params: of(report), ...options }),
    remove: (report) => (options) =>
      api.DELETE('/api/v1/products/{product}/reports/{report}', { params: of(report), ...options }),
  }
}

export const accountReports: ReportSource = {
  query: listQuery(['account-reports'], () => answer(api.GET('/api/v1/reports'))),
  timezone: undefined,
  create: (body) => executed(api.POST('/api/v1/reports', { body })),
  update: (report, body) => executed(api.PATCH('/api/v1/reports/{report}', { params: { path: { report } }, body })),
  send: (report) => (options) =>
    api.POST('/api/v1/reports/{report}/send', { params: { path: { report } }, ...options }),
  remove: (report) => (options) => api.DELETE('/api/v1/reports/{report}', { params: { path: { report } }, ...options }),
}

function listQuery(queryKey: readonly string[], queryFn: () => Promise<Listed<ScheduledReport>>) {
  return queryOptions({ queryKey, queryFn })
}

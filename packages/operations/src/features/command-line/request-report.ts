import { type ReportId, timestamp } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'

/** Sends a report to all its recipients outside its schedule. Returns undefined if there is no such report. */
export const requestReportAsOperator: OperatorOperation<{ readonly id: ReportId }, { readonly recipients: number }> = {
  name: 'report send',
  async plan({ tx: { store }, clock }, { id }) {
    const report = await store.scheduledReports.findAny(id)
    if (report === undefined) return undefined
    const { target, subject, name } = report
    return {
      ...(subject.product !== undefined && { product: subject.product }),
      summary: () => `Send the report “${name}” now.`,
      async commit() {
        await store.scheduledReports.request(id, timestamp(clock.now()))
        const recipients = target.kind === 'email' ? target.addresses.length : 1
        return { result: { recipients }, subject: id, changes: [] }
      },
    }
  },
}

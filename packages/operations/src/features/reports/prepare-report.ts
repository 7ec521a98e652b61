import { existing, type Product, type Store, type StoredReport } from '@footfall/core-domain'
import { roleAtLeast } from '@footfall/scopes-policy'
import { type BackgroundReports, inBackground } from '../../messages/background-reports.ts'
import type { MessageIn } from '../../messages/enqueue-message.ts'
import { type ProductStatistics, productStatistics } from './product-statistics.ts'
import { reportMessage } from './report-message.ts'

export interface ReportServices extends BackgroundReports {
  readonly store: Store
  readonly baseUrl: string
}

/**
 * The message of a report that is due at an instant, in any language; undefined if there is no product to report on. Throws
 * `ServiceUnavailable` when the warehouse does not answer.
 */
export async function prepareReport(
  services: ReportServices,
  report: Pick<StoredReport, 'id' | 'name' | 'schedule' | 'subject'>,
  dueMs: number,
): Promise<MessageIn | undefined> {
  const statistics: ProductStatistics[] = []
  // One after the other: a report must not use the warehouse more than a person does.
  for (const product of await productsOf(services.store, report))
    statistics.push(
      await inBackground(services, product.id, (reports) =>
        productStatistics({ store: services.store, reports }, product, report.schedule, dueMs),
      ),
    )
  return statistics.length === 0
    ? undefined
    : (language) => reportMessage(report, statistics, services.baseUrl, language)
}

/** Only an admin of a product may send its report, and roles can have changed since the report was created. */
async function productsOf(store: Store, { subject }: Pick<StoredReport, 'subject'>): Promise<readonly Product[]> {
  if (subject.product !== undefined) return [existing(await store.products.find(subject.product))]
  if ((await store.accounts.status(subject.account)) !== 'active') return []
  const memberships = await store.accounts.memberships(subject.account, { mode: 'all' })
  const products = memberships
    .filter(({ role }) => roleAtLeast(role, 'admin'))
    .map(({ product }) => store.products.find(product))
  return (await Promise.all(products)).filter((product) => product !== undefined)
}

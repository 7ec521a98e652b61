import type { Page } from 'playwright-core'
import { call } from '../dashboard-person.ts'
import { dayAfter, importCohorts, mondayBefore, nameOf } from '../returning-visitors.ts'

/** Visitors of each cohort by the weeks since it was first there. */
const COHORTS = [
  [84, 41, 33, 27, 24, 22],
  [72, 38, 29, 26, 21],
  [91, 44, 37, 30],
  [68, 35, 24],
  [77, 40],
  [63],
] as const
const EMAIL = { kind: 'email', addresses: ['ada@example.com', 'bo@example.com'] } as const
/** Somebody whose data is stored. */
export const VISITOR = nameOf(0, 0)

/** Answers `data` of what was created. */
export async function create(page: Page, path: string, body: object) {
  const { status, body: answer } = await call(page, 'POST', path, body)
  if (status !== 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`)
  return answer.data
}

/** Adds reports and alerts to a product. */
export async function addSettings(page: Page, product: string): Promise<void> {
  const to = (list: string) => `/api/v1/products/${product}/${list}`
  await create(page, to('reports'), {
    name: 'Monday numbers',
    schedule: { every: 'week', weekday: 1, hour: 8 },
    target: EMAIL,
  })
  await create(page, to('reports'), {
    name: 'Month in review',
    schedule: { every: 'month', day: 1, hour: 9 },
    target: { kind: 'email', addresses: ['team@example.com'] },
  })
  await create(page, to('alerts'), { name: 'Spikes', rule: { kind: 'spike' }, target: EMAIL })
  await create(page, to('alerts'), { name: 'Nothing arrives', rule: { kind: 'silent' }, target: EMAIL })
}

/** Adds a product that identifies its visitors. Answers where its pages are, and how they are imported while no service runs. */
export async function addIdentifiedVisitors(page: Page) {
  const product: string = (await create(page, '/api/v1/products', { name: 'Members', timezone: 'UTC' })).result.id
  const preferences = { visitor_identity: 'identified', suppression_threshold: 0 }
  const { status } = await call(page, 'PATCH', `/api/v1/products/${product}/preferences`, preferences)
  if (status !== 200) throw new Error(`The preferences answered ${status}.`)
  const firstMonday = mondayBefore(new Date(), COHORTS.length)
  const to = dayAfter(firstMonday, COHORTS.length * 7 - 1)
  return {
    addresses: {
      retention: `/products/${product}/retention?from=${firstMonday}&to=${to}`,
      visitor: `/products/${product}/settings/events`,
    },
    importInto: (dataDir: string) => importCohorts(dataDir, product, firstMonday, COHORTS),
  }
}

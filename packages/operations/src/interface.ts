import { isOpenToMachines, type Operation } from './definition/operation.ts'
import { DASHBOARD_DOWNLOADS, DASHBOARD_UPLOADS, DECLARED, INTERNAL_WRITES } from './registry.ts'

/** What machines may call, in the order of the interface's table: each a REST route and an MCP tool. */
export const OPERATIONS: readonly Operation[] = DECLARED.filter(isOpenToMachines)

/** What only people do, in the dashboard. */
export const DASHBOARD_OPERATIONS: readonly Operation[] = DECLARED.filter((operation) => !isOpenToMachines(operation))

const AUDITED = [
  ...DECLARED.filter((operation) => operation.kind === 'write'),
  ...INTERNAL_WRITES,
  ...DASHBOARD_DOWNLOADS,
  ...DASHBOARD_UPLOADS,
]

/** What was done, by the name of the operation, for each operation that the audit log records. */
export const ACTIVITIES: ReadonlyMap<string, string> = new Map(AUDITED.map(({ name, activity }) => [name, activity]))

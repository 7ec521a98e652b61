import { createOtherWrites } from './calls/other-writes.ts'
import { isOpenToMachines, type Operation, toolOf } from './definition/operation.ts'
import { DASHBOARD_DOWNLOADS, DASHBOARD_UPLOADS, DECLARED, INTERNAL_WRITES } from './registry.ts'

/** What machines may call, in the order of the interface's table: each a REST route and an MCP tool. */
export const OPERATIONS: readonly Operation[] = DECLARED.filter(isOpenToMachines)

/** What only people do, in the dashboard. */
export const DASHBOARD_OPERATIONS: readonly Operation[] = DECLARED.filter((operation) => !isOpenToMachines(operation))

const CONTENT_ORDER = ['segments', 'annotations', 'alerts', 'reports', 'analytics']

const rankOf = ({ name }: Operation) => CONTENT_ORDER.findIndex((kind) => name.startsWith(`service_${kind}_`))

/** What agents may call in addition, on MCP only and where the address names the toolset: operations of people under names of their own. */
const CONTENT_OPERATIONS: readonly Operation[] = DECLARED.flatMap((operation) => toolOf(operation) ?? []).toSorted(
  (a, b) => rankOf(a) - rankOf(b),
)

/** Every tool of MCP: those of the interface, and those of its `content` toolset. */
export const MCP_OPERATIONS: readonly Operation[] = [...OPERATIONS, ...CONTENT_OPERATIONS]

/** Every write, for operations that make or undo another. */
export const OTHER_WRITES = createOtherWrites([...DECLARED, ...CONTENT_OPERATIONS])

const AUDITED = [
  ...[...DECLARED, ...CONTENT_OPERATIONS].filter((operation) => operation.kind === 'write'),
  ...INTERNAL_WRITES,
  ...DASHBOARD_DOWNLOADS,
  ...DASHBOARD_UPLOADS,
]

/** What was done, by the name of the operation, for each operation that the audit log records. */
export const ACTIVITIES: ReadonlyMap<string, string> = new Map(AUDITED.map(({ name, activity }) => [name, activity]))

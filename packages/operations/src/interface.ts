import { isOpenToMachines, type Operation } from './definition/operation.ts'
import { DECLARED } from './registry.ts'

/** What machines may call, in the order of the interface's table: each a REST route and an MCP tool. */
export const OPERATIONS: readonly Operation[] = DECLARED.filter(isOpenToMachines)

/** What only people do, in the dashboard. */
export const DASHBOARD_OPERATIONS: readonly Operation[] = DECLARED.filter((operation) => !isOpenToMachines(operation))

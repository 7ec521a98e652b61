export {
  assertRevision,
  type Change,
  created,
  diff,
  listed,
  offsetOf,
  offsetPageInfo,
  pageInfo,
  pageRequest,
  pagingQuery,
  revisionField,
  updated,
} from '@footfall/kernel'
export type { AccountCall, ProductCall, ProductWriteCall } from './call.ts'
export { ACCOUNTS_AND_KEYS, PEOPLE_ONLY } from './operation.ts'
export type { Plan } from './plan.ts'
export { defineInternalRead, defineRead } from './read.ts'
export { defineInternal, defineWrite } from './write.ts'

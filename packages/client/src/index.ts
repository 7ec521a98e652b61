export type { Answer } from './calls/call.ts'
export type { ToolAnswer } from './calls/tool-call.ts'
export type {
  AwaitingApproval,
  Change,
  ChangeOptions,
  Executed,
  Outcome,
  Previewed,
  WaitOptions,
} from './changes/change.ts'
export type { KeyStore } from './changes/keys.ts'
export { type ClientOptions, createClient, type Footfall, type ToolOptions } from './client.ts'
export {
  type ClientCode,
  type ErrorCode,
  type ErrorFacts,
  type FieldError,
  FootfallError,
  isFootfallError,
  type ProblemCode,
} from './errors.ts'
export type { Operations } from './generated/operations.ts'
export type { components, operations } from './generated/schema.ts'
export type { ChangeOf, DataOf, Input, ItemOf, MetaOf, OperationName, ReadOf, ResultOf } from './operation-types.ts'
export type { Page, Read, ReadOptions } from './reads/read.ts'
export type { Stated, StateReason, ValueState } from './states.ts'
export {
  type DeviceCode,
  type DeviceSignInOptions,
  type DeviceToken,
  revokeDeviceToken,
  signInByDevice,
} from './tokens/device.ts'
export { type ExchangedToken, type ExchangeOptions, exchangeWorkloadIdentity } from './tokens/exchange.ts'
export { type RevokeOptions, revokeExchangedToken } from './tokens/revoke.ts'
export type { TokenRequestOptions } from './tokens/token-endpoint.ts'
export { workloadIdentity } from './tokens/workload-identity.ts'
export type { TokenSource } from './transport/connection.ts'
export { type ConnectionProblem, connectionProblem } from './transport/connection-error.ts'
export type { Limits } from './transport/request.ts'
export type { RetryPolicy } from './transport/retries.ts'
export type { Runtime } from './transport/runtime.ts'

import type { WriteOperation } from '@footfall/operations'
import type { CallingScenario, Input } from '@footfall/operations/test-support'

/** An input as the flat arguments of a tool. */
export function argumentsOf(
  operation: WriteOperation,
  { product }: CallingScenario,
  { path, body }: Input,
): Record<string, unknown> {
  return { ...(operation.product === 'none' ? {} : { product }), ...path, ...(body as object | undefined) }
}

/** The address of the same request over REST. */
export function routeOf(operation: WriteOperation, { product }: CallingScenario, { path }: Input): string {
  const values: Readonly<Record<string, unknown>> = { product, ...path }
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
}

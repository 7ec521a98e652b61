import type { WriteOperation } from '@footfall/operations'
import type { Sent } from '../../rest-adapter/src/test-support-writes.ts'

/** A request to a route, said as flat arguments of its tool. */
export function argumentsOf(operation: WriteOperation, { path, body }: Sent): Record<string, unknown> {
  const pattern = new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  const named = pattern.exec(path)?.groups
  if (named === undefined && !pattern.test(path)) throw new Error(`${path} is no address of ${operation.name}`)
  return { ...named, ...(body as object | undefined) }
}

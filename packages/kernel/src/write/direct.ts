import type { Domain, Origin, Rules, WriteRequest } from '../domain.ts'
import { commitWrite } from './commit.ts'
import { type Executed, executed } from './executed.ts'

/** Executes the write of a person, who confirmed it by sending it, in one transaction. */
export async function writeDirectly<D extends Domain>(
  rules: Rules<D>,
  request: WriteRequest<D>,
  origin: Origin,
): Promise<Executed> {
  rules.assertMayWrite(request.principal)
  await request.services.admitWrite(request.principal)
  await rules.prepare?.(request)
  const done = await request.services.transaction((tx) => commitWrite(rules, request, tx, {}, origin))
  return executed(request.operation, done)
}

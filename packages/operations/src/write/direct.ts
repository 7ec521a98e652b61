import { commitWrite } from './commit.ts'
import { type Executed, executed } from './executed.ts'
import { actingForAccount, type Origin, type WriteRequest } from './request.ts'

/** Executes the write of a person, who confirmed it in the dashboard, in one transaction. */
export async function writeDirectly(request: WriteRequest, origin: Origin): Promise<Executed> {
  const principal = actingForAccount(request.principal)
  await request.services.admitWrite(principal)
  const done = await request.services.transaction((tx) => commitWrite(request, principal, tx, {}, origin))
  return executed(request.operation, done)
}

import type { Exposed } from '@footfall/kernel'

/** Whether a request must have a body. A POST without one means an empty object, where each field may be left out. */
export function needsBody({ method, body }: Pick<Exposed, 'method' | 'body'>): boolean {
  return body !== undefined && !(method === 'POST' && body.safeParse({}).success)
}

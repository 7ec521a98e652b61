/** An HTTP response as plain data, which the endpoint writes. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  /** Whether the body holds a new secret, and so must not be compressed. */
  readonly hasSecret?: boolean
}

export const JSON_TYPE = { 'Content-Type': 'application/json' } as const

/** An error of the protocol: a JSON-RPC error, without an id unless one is given. */
export function protocolError(
  status: number,
  code: number,
  message: string,
  { id = null, headers = {} }: { id?: string | number | null; headers?: Record<string, string> } = {},
): Reply {
  return {
    status,
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }),
  }
}

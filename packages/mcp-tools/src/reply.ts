/** An HTTP answer as plain data; written by the endpoint alone. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

export const JSON_TYPE = { 'Content-Type': 'application/json' } as const

/** What the protocol refuses: a JSON-RPC error that answers no request in particular. */
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

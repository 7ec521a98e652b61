/** A request over HTTP to an MCP server. */
export interface McpRequest {
  readonly headers: Record<string, string>
  readonly body: string
}

/** A request of revision 2026-07-28, which repeats its method and tool in headers, or of one of 2025. */
export function mcpRequest(
  method: string,
  revision: string,
  token: string,
  call: { readonly name?: string; readonly arguments?: object } = {},
): McpRequest {
  const isModern = revision >= '2026'
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return {
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(isModern ? { 'mcp-method': method } : {}),
      ...(isModern && call.name !== undefined ? { 'mcp-name': call.name } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: isModern ? { ...call, _meta } : call }),
  }
}

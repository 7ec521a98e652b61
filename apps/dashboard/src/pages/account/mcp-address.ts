/** The MCP endpoint of this service. */
export function mcpAddress(): string {
  return `${location.origin}/api/mcp`
}

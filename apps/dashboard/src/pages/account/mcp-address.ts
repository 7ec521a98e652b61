/** Where agents connect to this service. */
export function mcpAddress(): string {
  return `${location.origin}/api/mcp`
}

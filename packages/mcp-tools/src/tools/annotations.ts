import type { Operation } from '@footfall/operations'

/** Hints of MCP about what a tool does. */
export interface ToolAnnotations {
  readonly title: string
  readonly readOnlyHint: boolean
  /** Whether it replaces or removes what is there. */
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  /** Whether an answer can hold texts that visitors wrote. */
  readonly openWorldHint: boolean
}

export function annotationsOf(operation: Operation): ToolAnnotations {
  return {
    title: operation.title,
    readOnlyHint: operation.kind === 'read',
    destructiveHint: isDestructive(operation),
    // Under its idempotency key a write is executed once, however often it is repeated.
    idempotentHint: true,
    openWorldHint: operation.writtenByVisitors.length > 0,
  }
}

/** PUT replaces a whole document. PATCH keeps what it does not name, so its definition says whether it removes. */
function isDestructive(operation: Operation): boolean {
  switch (operation.method) {
    case 'GET':
    case 'POST':
      return false
    case 'PATCH':
      return operation.destructive
    case 'PUT':
    case 'DELETE':
      return true
  }
}

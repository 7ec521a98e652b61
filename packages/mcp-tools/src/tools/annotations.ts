import type { Exposed } from '@footfall/kernel'

/** Hints of MCP about what a tool does. */
export interface ToolAnnotations {
  readonly title: string
  readonly readOnlyHint: boolean
  /** Whether it replaces or removes what is there. */
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  /** Whether an answer can hold texts that people outside of the service wrote. */
  readonly openWorldHint: boolean
}

export function annotationsOf(operation: Exposed): ToolAnnotations {
  return {
    title: operation.title,
    readOnlyHint: operation.kind === 'read',
    destructiveHint: isDestructive(operation),
    // Under its idempotency key a write is executed once, however often it is repeated.
    idempotentHint: true,
    openWorldHint: operation.writtenByOthers.length > 0,
  }
}

/** PUT replaces a whole document. PATCH keeps what it does not name, so its definition says whether it removes. */
function isDestructive(operation: Exposed): boolean {
  switch (operation.method) {
    case 'GET':
    case 'POST':
      return false
    case 'PATCH':
      return operation.destructive === true
    case 'PUT':
    case 'DELETE':
      return true
  }
}

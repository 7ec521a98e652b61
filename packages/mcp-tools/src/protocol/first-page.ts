import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

/** Throws for any cursor: lists have one page, so none was ever given out. */
export function assertFirstPage(params: { readonly cursor?: unknown } | undefined): void {
  if (params?.cursor !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor')
}

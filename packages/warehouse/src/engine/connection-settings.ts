/**
 * Goals and filters are the callers' and come as hexadecimal, so statements grow well beyond the usual 256 KiB. The
 * maximum length is checked before the SETTINGS clause of a statement is read, so it is set once per connection.
 */
export const CONNECTION_SETTINGS = { max_query_size: String(32 * 1024 * 1024), max_ast_elements: '1000000' }

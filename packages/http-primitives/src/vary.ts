import type { ServerResponse } from 'node:http'

/** Adds a request header to those that the response depends on (RFC 9110 §12.5.5). */
export function vary(res: ServerResponse, header: string): void {
  const given = res.getHeader('Vary')
  const names =
    given === undefined
      ? []
      : [given]
          .flat()
          .join(',')
          .split(',')
          .map((name) => name.trim())
  if (names.includes('*') || names.some((name) => name.toLowerCase() === header.toLowerCase())) return
  res.setHeader('Vary', [...names, header].join(', '))
}

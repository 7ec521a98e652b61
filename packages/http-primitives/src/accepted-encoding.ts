import type { IncomingMessage } from 'node:http'

/** The codings that bodies are compressed with, the better one first. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The coding that the client prefers (RFC 9110 §12.5.3); undefined where it takes none of them, or rather none. */
export function acceptedEncoding({ headers }: Pick<IncomingMessage, 'headers'>): Encoding | undefined {
  const accepted = headers['accept-encoding']
  if (accepted === undefined) return undefined
  const weights = weightsOf(accepted)
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [first, second] = ENCODINGS
  const best = weightOf(first) >= weightOf(second) ? first : second
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

function weightsOf(header: string): ReadonlyMap<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1)
      return [name === 'x-gzip' ? 'gzip' : name, Number.isNaN(weight) ? 0 : weight]
    }),
  )
}

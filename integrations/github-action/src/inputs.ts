/** What a workflow gives to the action, checked. */
export interface Inputs {
  readonly server: string
  readonly access: { readonly kind: 'token'; readonly token: string } | Identity
  readonly marker: Marker | undefined
  readonly tool: ToolCall | undefined
  readonly outputToken: boolean
}

export interface Identity {
  readonly kind: 'identity'
  readonly audience: string
  readonly trustId: string | undefined
  readonly scope: readonly string[] | undefined
}

export interface Marker {
  readonly product: string
  readonly title: string
  readonly note: string | undefined
  /** Without it, the service takes today in the time zone of the product. */
  readonly date: string | undefined
}

export interface ToolCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** An input that a person has to correct. */
export class InputError extends Error {
  override readonly name = 'InputError'
}

export type Environment = Readonly<Record<string, string | undefined>>

export function readInputs(env: Environment, nowMs: number): Inputs {
  const input = (name: string) => {
    const value = env[`INPUT_${name.toUpperCase()}`]?.trim()
    return value === '' ? undefined : value
  }
  const server = serverOf(input('server'))
  const marker = markerOf(input, nowMs)
  const tool = toolOf(input)
  const outputToken = flagOf('output-token', input('output-token'))
  const token = input('token')
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) throw new InputError('token must be an account token.')
  for (const name of ['audience', 'trust-id', 'scope'])
    if (token !== undefined && input(name) !== undefined)
      throw new InputError(`${name} is for the identity of the job; leave it or token out.`)
  if (token !== undefined && outputToken) throw new InputError('output-token is for the identity of the job.')
  if (marker === undefined && tool === undefined && !outputToken)
    throw new InputError('There is nothing to do: give marker, tool, or output-token.')
  const access =
    token === undefined
      ? ({
          kind: 'identity',
          audience: input('audience') ?? server,
          trustId: input('trust-id'),
          scope: input('scope')?.split(/[\s,]+/),
        } as const)
      : ({ kind: 'token', token } as const)
  return { server, access, marker, tool, outputToken }
}

type Input = (name: string) => string | undefined

function serverOf(given: string | undefined): string {
  if (given === undefined) throw new InputError('server is missing: the address of the service.')
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new InputError('server must be an address such as https://stats.example.com.')
  return given.replace(/\/+$/, '')
}

function markerOf(input: Input, nowMs: number): Marker | undefined {
  const title = input('marker')
  if (title === undefined) {
    for (const name of ['product', 'marker-note', 'marker-date', 'marker-timezone'])
      if (input(name) !== undefined) throw new InputError(`${name} has no effect without marker.`)
    return undefined
  }
  const product = input('product')
  if (product === undefined) throw new InputError('product is missing: the product of the marker.')
  const [date, zone] = [input('marker-date'), input('marker-timezone')]
  if (date !== undefined && zone !== undefined)
    throw new InputError('marker-timezone has no effect beside marker-date.')
  if (date !== undefined && !isDate(date)) throw new InputError('marker-date must be a day such as 2026-11-28.')
  return { product, title, note: input('marker-note'), date: zone === undefined ? date : today(nowMs, zone) }
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

function today(nowMs: number, timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(nowMs)
  } catch {
    throw new InputError('marker-timezone must be a time zone such as Europe/Berlin.')
  }
}

function toolOf(input: Input): ToolCall | undefined {
  const [name, text] = [input('tool'), input('arguments')]
  if (name === undefined) {
    if (text !== undefined) throw new InputError('arguments has no effect without tool.')
    return undefined
  }
  if (!/^service_\w{1,100}$/.test(name)) throw new InputError('tool must be the name of a tool: service_….')
  return { name, arguments: text === undefined ? {} : jsonObject(text) }
}

function jsonObject(text: string): Readonly<Record<string, unknown>> {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InputError('arguments must be a JSON object.')
  return { ...value }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InputError('arguments must be JSON.')
  }
}

function flagOf(name: string, value: string | undefined): boolean {
  if (value !== undefined && value !== 'true' && value !== 'false')
    throw new InputError(`${name} must be true or false.`)
  return value === 'true'
}

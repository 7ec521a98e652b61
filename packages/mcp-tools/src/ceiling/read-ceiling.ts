import { type FieldError, InvalidRequest, nearest, TOOLSETS, type Toolset } from '@footfall/core-domain'
import type { Ceiling } from '@footfall/operations'

const PARAMETERS = ['toolset', 'readonly'] as const
type Parameter = (typeof PARAMETERS)[number]

const isToolset = (text: string): text is Toolset => TOOLSETS.some((toolset) => toolset === text)
const isParameter = (name: string): name is Parameter => PARAMETERS.some((parameter) => parameter === name)

/**
 * The ceiling in the query of the endpoint's address, `toolset=analytics,settings&readonly=1`. Throws `InvalidRequest`,
 * which names every parameter that is unknown, empty, repeated or has another value: a person who mistyped a ceiling must
 * not get a connection without one.
 */
export function readCeiling(url: string): Ceiling {
  const start = url.indexOf('?')
  if (start < 0) return { toolsets: null, readOnly: false }
  const parameters = new URLSearchParams(url.slice(start))
  const errors = [...new Set(parameters.keys())].flatMap((name) => problemOf(name, parameters.getAll(name)))
  if (errors.length > 0) throw new InvalidRequest(errors)
  const toolsets = parameters.get('toolset')?.split(',').filter(isToolset)
  return { toolsets: toolsets === undefined ? null : new Set(toolsets), readOnly: parameters.has('readonly') }
}

function problemOf(name: string, values: readonly string[]): FieldError[] {
  if (!isParameter(name)) return [fieldError(name, 'is not a known parameter', nearest(name, { names: PARAMETERS }))]
  const [value = '', ...more] = values
  if (more.length > 0) return [fieldError(name, 'is given more than once')]
  return name === 'readonly' ? problemOfReadonly(value) : problemOfToolset(value)
}

function problemOfReadonly(value: string): FieldError[] {
  return value === '1' || value === 'true' ? [] : [fieldError('readonly', 'must be 1 or true, or absent')]
}

function problemOfToolset(value: string): FieldError[] {
  const given = value.split(',')
  const unknown = given.find((text) => !isToolset(text))
  if (unknown !== undefined) {
    const message = `must be one or more of ${TOOLSETS.join(', ')}, separated by commas`
    return [fieldError('toolset', message, nearest(unknown, { names: TOOLSETS }))]
  }
  return new Set(given).size < given.length ? [fieldError('toolset', 'names a toolset more than once')] : []
}

function fieldError(path: string, message: string, near: readonly string[] = []): FieldError {
  return { path, message, ...(near.length > 0 ? { did_you_mean: near } : {}) }
}

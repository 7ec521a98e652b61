import { type FieldError, InvalidRequest, nearest } from '@footfall/core-domain'
import type { Ceiling } from '../services.ts'
import { NO_CEILING } from './ceilings.ts'

const PARAMETERS = ['toolset', 'readonly'] as const
type Parameter = (typeof PARAMETERS)[number]

const isParameter = (name: string): name is Parameter => PARAMETERS.some((parameter) => parameter === name)

/**
 * The ceiling in the query of the endpoint's address, `toolset=analytics,settings&readonly=1`. Throws `InvalidRequest`,
 * which names every parameter that is unknown, empty, repeated or has another value: a person who mistyped a ceiling must
 * not get a connection without one.
 */
export function readCeiling(url: string, names: readonly string[]): Ceiling {
  const start = url.indexOf('?')
  if (start < 0) return NO_CEILING
  const parameters = new URLSearchParams(url.slice(start))
  const errors = [...new Set(parameters.keys())].flatMap((name) => problemOf(name, parameters.getAll(name), names))
  if (errors.length > 0) throw new InvalidRequest(errors)
  const toolsets = parameters.get('toolset')?.split(',')
  return { toolsets: toolsets === undefined ? null : new Set(toolsets), readOnly: parameters.has('readonly') }
}

function problemOf(name: string, values: readonly string[], names: readonly string[]): FieldError[] {
  const known: readonly Parameter[] = names.length > 0 ? PARAMETERS : ['readonly']
  if (!isParameter(name) || !known.includes(name))
    return [fieldError(name, 'is not a known parameter', nearest(name, { names: known }))]
  const [value = '', ...more] = values
  if (more.length > 0) return [fieldError(name, 'is given more than once')]
  return name === 'readonly' ? problemOfReadonly(value) : problemOfToolset(value, names)
}

function problemOfReadonly(value: string): FieldError[] {
  return value === '1' || value === 'true' ? [] : [fieldError('readonly', 'must be 1 or true, or absent')]
}

function problemOfToolset(value: string, names: readonly string[]): FieldError[] {
  const given = value.split(',')
  const unknown = given.find((text) => !names.includes(text))
  if (unknown !== undefined) {
    const message = `must be one or more of ${names.join(', ')}, separated by commas`
    return [fieldError('toolset', message, nearest(unknown, { names }))]
  }
  return new Set(given).size < given.length ? [fieldError('toolset', 'names a toolset more than once')] : []
}

function fieldError(path: string, message: string, near: readonly string[] = []): FieldError {
  return { path, message, ...(near.length > 0 ? { did_you_mean: near } : {}) }
}

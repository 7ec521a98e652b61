import { type FieldError, InvalidRequest, nearest } from '@footfall/core-domain'
import { assertFewParameters } from '@footfall/kernel'
import { ANSWER_FORMS, type AnswerForm } from '../answer-form.ts'
import type { Ceiling } from '../services.ts'
import { NO_CEILING } from './ceilings.ts'

const PARAMETERS = ['toolset', 'readonly', 'answers'] as const
type Parameter = (typeof PARAMETERS)[number]

const isParameter = (name: string): name is Parameter => PARAMETERS.some((parameter) => parameter === name)

/** What a person chose in the address of the endpoint. */
export interface Address {
  readonly ceiling: Ceiling
  /** Undefined where the client decides. */
  readonly answers: AnswerForm | undefined
}

const NOTHING_CHOSEN: Address = { ceiling: NO_CEILING, answers: undefined }

/**
 * The query of the endpoint's address, such as `toolset=analytics,settings&readonly=settings&answers=text`. Throws
 * `InvalidRequest`, which names every parameter that is unknown, empty, repeated or has another value: a person who mistyped a
 * ceiling must not get a connection without one.
 */
export function readAddress(url: string, names: readonly string[]): Address {
  const start = url.indexOf('?')
  if (start < 0) return NOTHING_CHOSEN
  const query = url.slice(start + 1)
  assertFewParameters(query, 'query')
  const parameters = new URLSearchParams(query)
  const errors = [...new Set(parameters.keys())].flatMap((name) => problemOf(name, parameters.getAll(name), names))
  if (errors.length > 0) throw new InvalidRequest(errors)
  const toolsets = parameters.get('toolset')?.split(',')
  const answers = ANSWER_FORMS.find((form) => form === parameters.get('answers'))
  return {
    ceiling: {
      toolsets: toolsets === undefined ? null : new Set(toolsets),
      readOnly: readOnlyOf(parameters.get('readonly')),
    },
    answers,
  }
}

function readOnlyOf(value: string | null): Ceiling['readOnly'] {
  return value === null ? false : isYes(value) || new Set(value.split(','))
}

function problemOf(name: string, values: readonly string[], names: readonly string[]): FieldError[] {
  const known = PARAMETERS.filter((parameter) => parameter !== 'toolset' || names.length > 0)
  if (!isParameter(name) || !known.includes(name))
    return [fieldError(name, 'is not a known parameter', nearest(name, { names: known }))]
  const [value = '', ...more] = values
  if (more.length > 0) return [fieldError(name, 'is given more than once')]
  switch (name) {
    case 'toolset':
      return problemOfToolsets(name, value, names)
    case 'readonly':
      return problemOfReadonly(value, names)
    case 'answers':
      return ANSWER_FORMS.some((form) => form === value) ? [] : [fieldError(name, 'must be text or both, or absent')]
  }
}

const isYes = (value: string) => value === '1' || value === 'true'

function problemOfReadonly(value: string, names: readonly string[]): FieldError[] {
  if (isYes(value)) return []
  if (names.length === 0) return [fieldError('readonly', 'must be 1 or true, or absent')]
  return problemOfToolsets('readonly', value, names, 'must be 1, true, or')
}

function problemOfToolsets(name: Parameter, value: string, names: readonly string[], must = 'must be'): FieldError[] {
  const given = value.split(',')
  const unknown = given.find((text) => !names.includes(text))
  if (unknown !== undefined) {
    const message = `${must} one or more of ${names.join(', ')}, separated by commas`
    return [fieldError(name, message, nearest(unknown, { names }))]
  }
  return new Set(given).size < given.length ? [fieldError(name, 'names a toolset more than once')] : []
}

function fieldError(path: string, message: string, near: readonly string[] = []): FieldError {
  return { path, message, ...(near.length > 0 ? { did_you_mean: near } : {}) }
}

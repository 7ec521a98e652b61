import type { ReactNode } from 'react'
import type { ApiProblem } from '../../api/problem.ts'
import { patternsOf } from '../../forms/lines.ts'
import { sentence } from '../../forms/sentence.ts'
import { t } from '../../messages/messages.ts'
import { TextAreaField } from '../../ui/field.tsx'

interface PatternsFieldProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
  /** The problem of the form, and the path of these patterns in it. */
  readonly problem: ApiProblem | undefined
  readonly path: string
}

const ROWS_MIN = 3
const ROWS_MAX = 12

/** Patterns, one per line. An error names its pattern. */
export function PatternsField({ label, hint, value, onChange, problem, path }: PatternsFieldProps): ReactNode {
  return (
    <TextAreaField
      autoCapitalize="none"
      error={errorText(problem, path, patternsOf(value))}
      hint={hint}
      label={label}
      onChange={onChange}
      rows={Math.min(ROWS_MAX, Math.max(ROWS_MIN, value.split('\n').length))}
      spellCheck={false}
      value={value}
    />
  )
}

const SHOWN = 40

function errorText(problem: ApiProblem | undefined, path: string, patterns: readonly string[]): string | undefined {
  const wrong = problem?.errors.filter((error) => error.path === path || error.path.startsWith(`${path}.`)) ?? []
  if (wrong.length === 0) return undefined
  return wrong
    .map((error) => {
      const at = error.path.slice(path.length + 1).split('.')[0] ?? ''
      const pattern = patterns[Number.parseInt(at, 10)]
      if (pattern === undefined) return sentence(error.message)
      return sentence(
        t('settings.pattern_error', {
          pattern: pattern.length > SHOWN ? `${pattern.slice(0, SHOWN)}…` : pattern,
          message: error.message,
        }),
      )
    })
    .join(' ')
}

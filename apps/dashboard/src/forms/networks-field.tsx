import type { ReactNode } from 'react'
import type { ApiProblem } from '../api/problem.ts'
import { t } from '../messages/messages.ts'
import { TextAreaField, VERBATIM } from '../ui/field.tsx'
import { listOf } from './lines.ts'
import { sentence } from './sentence.ts'

interface NetworksFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly problem: ApiProblem | undefined
}

const PATH = 'allowed_networks'

/** The networks from which a credential is accepted, one per line. An error names its network. */
export function NetworksField({ value, onChange, problem }: NetworksFieldProps): ReactNode {
  const error = errorText(problem, listOf(value))
  return (
    <TextAreaField
      {...VERBATIM}
      hint={t('networks.hint')}
      label={t('networks.field')}
      onChange={onChange}
      rows={2}
      value={value}
      {...(error !== undefined && { error })}
    />
  )
}

function errorText(problem: ApiProblem | undefined, networks: readonly string[]): string | undefined {
  const wrong = problem?.errors.filter(({ path }) => path === PATH || path.startsWith(`${PATH}.`)) ?? []
  if (wrong.length === 0) return undefined
  return wrong
    .map(({ path, message }) => {
      const network = networks[Number.parseInt(path.slice(PATH.length + 1), 10)]
      return sentence(network === undefined ? message : `“${network.slice(0, 64)}” ${message}`)
    })
    .join(' ')
}

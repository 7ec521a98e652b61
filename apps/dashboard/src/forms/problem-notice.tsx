import type { ReactNode } from 'react'
import type { ApiProblem } from '../api/problem.ts'
import { signInPath } from '../session/session-end.ts'
import { Button, buttonClasses } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { sentence } from './use-form.ts'

interface ProblemNoticeProps {
  readonly problem: ApiProblem
  /** Repeats the request. */
  readonly onRetry?: (() => void) | undefined
  /** Adds that the input is kept. */
  readonly keepsInput?: boolean
}

/** Why a request failed, and what to do. */
export function ProblemNotice({ problem, onRetry, keepsInput = false }: ProblemNoticeProps): ReactNode {
  const retry = onRetry && (
    <Button onClick={onRetry} size="small">
      Try again
    </Button>
  )
  if (problem.isSignedOut) {
    return (
      <Notice
        actions={
          <>
            <a className={buttonClasses('primary', 'small')} href={signInPath()} rel="noopener" target="_blank">
              Sign in<span className="sr-only"> (opens a new tab)</span>
            </a>
            {retry}
          </>
        }
        title="Your session has ended"
        tone="danger"
      >
        {keepsInput ? 'Your input is still here. ' : ''}Sign in in a new tab, then return and try again.
      </Notice>
    )
  }
  return (
    <Notice actions={problem.isTransient ? retry : undefined} title={titleOf(problem)} tone="danger">
      {problem.errors.length === 0 ? (
        <p>
          {problem.detail}
          {keepsInput && problem.isTransient && ' Your input is still here.'}
        </p>
      ) : (
        <ul className="list-disc pl-5">
          {problem.errors.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <strong>{nameOf(path)}:</strong> {sentence(message)}
            </li>
          ))}
        </ul>
      )}
      {problem.status >= 500 && problem.requestId !== undefined && (
        <p className="mt-1 text-xs">Request ID for the operator: {problem.requestId}</p>
      )}
    </Notice>
  )
}

/** A title for people; the API's names the kind of problem. */
function titleOf({ code, title, errors }: ApiProblem): string {
  return code === 'invalid_request' && errors.length > 0 ? 'Check these fields' : title
}

/** `steps.0.match` as “Steps 1 match”. */
function nameOf(path: string): string {
  const words = path
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part.replaceAll('_', ' ')))
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

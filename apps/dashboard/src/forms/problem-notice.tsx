import type { ReactNode } from 'react'
import type { ApiProblem } from '../api/problem.ts'
import { signInPath } from '../session/session-end.ts'
import { Button, buttonClasses } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { sentence } from './use-form.ts'

interface ProblemNoticeProps {
  readonly problem: ApiProblem
  /** Tries the same again. */
  readonly onRetry?: (() => void) | undefined
  /** Something typed is kept, and worth saying so. */
  readonly keeps?: boolean
}

/** Why something did not work, and what to do about it: the one place that has these words. */
export function ProblemNotice({ problem, onRetry, keeps = false }: ProblemNoticeProps): ReactNode {
  const retry = onRetry && (
    <Button onClick={onRetry} size="small">
      Try again
    </Button>
  )
  if (problem.signedOut) {
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
        {keeps ? 'What you typed is still here. ' : ''}Sign in in a new tab, come back and try again.
      </Notice>
    )
  }
  return (
    <Notice actions={problem.passing ? retry : undefined} title={titleOf(problem)} tone="danger">
      {problem.errors.length === 0 ? (
        <p>
          {problem.detail}
          {keeps && problem.passing && ' What you typed is still here.'}
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
        <p className="mt-1 text-xs">For the people who run this service: request {problem.requestId}</p>
      )}
    </Notice>
  )
}

/** The API's title names the kind of refusal; people look at what is to be mended. */
function titleOf({ code, title, errors }: ApiProblem): string {
  return code === 'invalid_request' && errors.length > 0 ? 'Something is not right yet' : title
}

/** `steps.0.match` as people count: “Steps 1 match”. */
function nameOf(path: string): string {
  const words = path
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part.replaceAll('_', ' ')))
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

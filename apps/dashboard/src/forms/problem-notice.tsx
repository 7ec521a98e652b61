import type { ReactNode } from 'react'
import type { ApiProblem } from '../api/problem.ts'
import { type MessageKey, t } from '../messages/messages.ts'
import { T } from '../messages/t.tsx'
import { signInPath } from '../session/session-end.ts'
import { Button, buttonClasses } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { sentence } from './sentence.ts'

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
      {t('forms.retry')}
    </Button>
  )
  if (problem.isSignedOut) {
    return (
      <Notice
        actions={
          <>
            <a
              aria-label={t('forms.sign_in_label')}
              className={buttonClasses('primary', 'small')}
              href={signInPath()}
              rel="noopener"
              target="_blank"
            >
              {t('forms.sign_in')}
            </a>
            {retry}
          </>
        }
        title={t('forms.session_ended')}
        tone="danger"
      >
        {keepsInput && `${t('forms.input_kept')} `}
        {t('forms.session_ended_hint')}
      </Notice>
    )
  }
  return (
    <Notice actions={problem.isTransient ? retry : undefined} title={titleOf(problem)} tone="danger">
      {problem.errors.length === 0 ? (
        <p>
          {problem.detail}
          {keepsInput && problem.isTransient && ` ${t('forms.input_kept')}`}
        </p>
      ) : (
        <ul className="list-disc pl-5">
          {problem.errors.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <T
                id="forms.field_problem"
                values={{ strong: (text) => <strong>{text}</strong>, field: nameOf(path), message: sentence(message) }}
              />
            </li>
          ))}
        </ul>
      )}
      {problem.status >= 500 && problem.requestId !== undefined && (
        <p className="mt-1 text-xs">{t('forms.request_id', { id: problem.requestId })}</p>
      )}
    </Notice>
  )
}

/** A title for people; the API's names the kind of problem. */
function titleOf({ code, title, errors }: ApiProblem): string {
  return code === 'invalid_request' && errors.length > 0 ? t('forms.check_fields') : title
}

/** Paths whose words are not those of the page. */
const NAMES: Readonly<Record<string, MessageKey>> = {
  'target.addresses': 'deliveries.addresses',
  'target.url': 'deliveries.url',
  'rule.goal': 'settings.alerts.field_goal_goal',
}

/** `steps.0.match` as “Steps 1 match”. */
function nameOf(path: string): string {
  const key = NAMES[path.replace(/\.\d+$/, '')]
  if (key !== undefined) return t(key)
  const words = path
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part.replaceAll('_', ' ')))
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

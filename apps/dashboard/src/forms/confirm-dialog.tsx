import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { Button } from '../ui/button.tsx'
import { Actions, Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Loading } from '../ui/spinner.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import { useAction } from './use-action.ts'

interface Preview {
  readonly summary: string
  readonly warnings: readonly string[]
}

interface ConfirmDialogProps {
  readonly title: string
  /** What the button says that does it. */
  readonly confirmLabel: string
  /** Asks the service what it would do: `previewed(api.DELETE(…, { headers: PREVIEW }))`. */
  readonly preview: () => Promise<Preview>
  /** Does it: `executed(api.DELETE(…))`. */
  readonly confirm: () => Promise<unknown>
  readonly onDone: () => void
  readonly onClose: () => void
  readonly kind?: 'danger' | 'primary'
}

/** Asks before what cannot be undone, in the service's own words, warnings included. */
export function ConfirmDialog({
  title,
  confirmLabel,
  preview,
  confirm,
  onDone,
  onClose,
  kind = 'danger',
}: ConfirmDialogProps): ReactNode {
  const asked = useQuery({
    queryKey: ['preview', title],
    queryFn: preview,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const action = useAction(confirm)
  const done = async () => {
    if (await action.run()) onDone()
  }
  useEffect(() => {
    if (asked.error !== null && !(asked.error instanceof ApiProblem)) throw asked.error
  }, [asked.error])
  return (
    <Dialog onClose={onClose} title={title}>
      {asked.isPending && <Loading lines={2} what="what would change" />}
      {asked.error instanceof ApiProblem && (
        <ProblemNotice onRetry={() => void asked.refetch()} problem={asked.error} />
      )}
      {asked.data && (
        <div className="grid gap-3">
          <p>{asked.data.summary}</p>
          {asked.data.warnings.length > 0 && (
            <Notice tone="warning">
              {asked.data.warnings.map((warning) => (
                <p key={warning}>{warning}</p>
              ))}
            </Notice>
          )}
          {action.problem && <ProblemNotice onRetry={() => void done()} problem={action.problem} />}
        </div>
      )}
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button busy={action.busy} disabled={asked.data === undefined} kind={kind} onClick={() => void done()}>
          {confirmLabel}
        </Button>
      </Actions>
    </Dialog>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { executed, PREVIEW, previewed, type Send } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { t } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { Actions, Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { ServiceText } from '../ui/service-text.tsx'
import { Loading } from '../ui/spinner.tsx'
import { showToast } from '../ui/toast.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import { useAction } from './use-action.ts'

interface ConfirmDialogProps<Result> {
  readonly title: string
  /** What happens, as sentences; that of the service by default, which is in English like its warnings. */
  readonly summary?: string
  /** Label of the confirming button. */
  readonly confirmLabel: string
  /** The write. It is previewed at once, and executed when it is confirmed. */
  readonly call: Send<Result>
  /** Runs after the write was executed, while the dialog is still open. */
  readonly onExecuted?: (done: { readonly result: NoInfer<Result>; readonly secret?: string }) => unknown
  /** Shown once the write is done and the dialog is closed. */
  readonly toast?: string
  /** Runs after that. */
  readonly onDone?: () => void
  readonly onClose: () => void
  readonly kind?: 'danger' | 'primary'
}

/** Asks before an action that can't be undone. Shows what happens, and the warnings of the service. */
export function ConfirmDialog<Result>({
  title,
  summary,
  confirmLabel,
  call,
  onExecuted,
  toast,
  onDone,
  onClose,
  kind = 'danger',
}: ConfirmDialogProps<Result>): ReactNode {
  const previewQuery = useQuery({
    queryKey: ['preview', title],
    queryFn: () => previewed(call({ headers: PREVIEW })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const action = useAction(async () => {
    const written = await executed(call({}))
    await onExecuted?.(written)
  })
  const done = async () => {
    if (!(await action.run())) return
    onClose()
    if (toast !== undefined) showToast(toast)
    onDone?.()
  }
  useEffect(() => {
    if (previewQuery.error !== null && !(previewQuery.error instanceof ApiProblem)) throw previewQuery.error
  }, [previewQuery.error])
  return (
    <Dialog onClose={onClose} title={title}>
      {previewQuery.isPending && <Loading lines={2} what={t('forms.preview_loading')} />}
      {previewQuery.error instanceof ApiProblem && (
        <ProblemNotice onRetry={() => void previewQuery.refetch()} problem={previewQuery.error} />
      )}
      {previewQuery.data && (
        <div className="grid gap-3">
          {summary === undefined ? <p lang="en">{previewQuery.data.summary}</p> : <p>{summary}</p>}
          {previewQuery.data.warnings.length > 0 && (
            <Notice tone="warning">
              <div className="grid gap-2" lang="en">
                {previewQuery.data.warnings.map((warning) => (
                  <p key={warning}>
                    <ServiceText text={warning} />
                  </p>
                ))}
              </div>
            </Notice>
          )}
          {action.problem && <ProblemNotice onRetry={() => void done()} problem={action.problem} />}
        </div>
      )}
      <Actions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button busy={action.busy} disabled={previewQuery.data === undefined} kind={kind} onClick={() => void done()}>
          {confirmLabel}
        </Button>
      </Actions>
    </Dialog>
  )
}

import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { ConflictChoice, type DescribedField } from './conflict-choice.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import type { FormState } from './use-form.ts'

interface FormProps<Values> {
  readonly form: FormState<Values>
  /** Label of the submit button; absent if the form is read-only. */
  readonly submitLabel?: string
  /** Label and value of each field, for conflicts. Needs `reload` of `useForm`. */
  readonly describe?: (values: Values) => readonly DescribedField[]
  readonly children: ReactNode
  /** Closes the dialog of the form without saving. */
  readonly onCancel?: () => void
  /** It creates or sends something: there is nothing to save or to undo. */
  readonly creates?: boolean
  /** The form may be longer than a screen: its buttons stay visible while there are unsaved changes. */
  readonly stickyActions?: boolean
}

/** A form with its problems, conflicts and buttons. Asks before unsaved input is left. */
export function Form<Values extends object>({
  form,
  submitLabel,
  describe,
  children,
  onCancel,
  creates = false,
  stickyActions = false,
}: FormProps<Values>): ReactNode {
  const notice = useRef<HTMLDivElement>(null)
  const problem = form.problem ?? form.conflict
  useEffect(() => {
    // The problem may be outside the visible area.
    if (problem !== undefined) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  return (
    <form
      // The focused control must not be behind the sticky buttons.
      className={classes(stickyActions && '[&_:is(input,select,textarea,button,a)]:scroll-mb-28')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <LeaveGuard active={form.dirty && !form.busy} />
      <div className="grid grid-cols-1 gap-4">
        {children}
        {problem !== undefined && (
          <div className={classes('min-w-0', stickyActions && 'scroll-mb-28')} ref={notice}>
            {form.problem && (
              <ProblemNotice keepsInput={form.dirty} onRetry={() => void form.submit()} problem={form.problem} />
            )}
            {form.conflict && describe && <ConflictChoice conflict={form.conflict} describe={describe} form={form} />}
          </div>
        )}
      </div>
      {submitLabel !== undefined && (
        <div
          className={classes(
            'mt-4 flex flex-wrap items-center justify-end gap-2',
            // A dialog may be longer than the screen: its buttons stay in sight.
            'in-[[role=dialog]]:sticky in-[[role=dialog]]:bottom-0 in-[[role=dialog]]:z-10 in-[[role=dialog]]:-mx-5 in-[[role=dialog]]:-mb-4 in-[[role=dialog]]:border-t in-[[role=dialog]]:bg-surface in-[[role=dialog]]:px-5 in-[[role=dialog]]:py-3',
            stickyActions && form.dirty && 'sticky bottom-0 z-10 -mx-3 border-t bg-ground px-3 py-3',
          )}
        >
          <span className="mr-auto text-muted text-sm" role="status">
            {creates ? '' : form.saved && !form.dirty ? t('common.saved') : form.dirty ? t('forms.unsaved') : ''}
          </span>
          {onCancel ? (
            <Button onClick={onCancel}>{t('common.cancel')}</Button>
          ) : (
            form.dirty && (
              <Button disabled={form.busy} onClick={form.reset}>
                {creates ? t('common.clear') : t('forms.undo')}
              </Button>
            )
          )}
          <Button busy={form.busy} disabled={!form.dirty || form.conflict !== undefined} kind="primary" submit>
            {submitLabel}
          </Button>
        </div>
      )}
    </form>
  )
}

import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { ConflictChoice, type Described } from './conflict-choice.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import type { FormState } from './use-form.ts'

interface FormProps<Values> {
  readonly form: FormState<Values>
  /** What the button says; absent where the person may only look. */
  readonly submitLabel?: string
  /** For conflicts: the values in words. Goes with `reload` of `useForm`. */
  readonly describe?: (values: Values) => readonly Described[]
  readonly children: ReactNode
  /** Closes the dialog the form is in, without saving. */
  readonly onCancel?: () => void
  /** The button works on untouched values, too: for what makes something. */
  readonly submitUntouched?: boolean
  /** It makes or sends something, rather than changing what is there: nothing is “saved”, and undoing empties it. */
  readonly makes?: boolean
  /** It may be longer than a screen: its buttons stay in sight while something is not saved. */
  readonly long?: boolean
}

/** A form with everything around its fields: problems, conflicts, the buttons, and a question before typed text is left. */
export function Form<Values extends object>({
  form,
  submitLabel,
  describe,
  children,
  onCancel,
  submitUntouched = false,
  makes = false,
  long = false,
}: FormProps<Values>): ReactNode {
  const refusal = useRef<HTMLDivElement>(null)
  const refused = form.problem ?? form.conflict
  useEffect(() => {
    // The button that was pressed may be far from where there is something to read.
    if (refused !== undefined) refusal.current?.scrollIntoView({ block: 'nearest' })
  }, [refused])
  return (
    <form
      // What gets the focus must not come to stand behind the buttons.
      className={classes('grid gap-4', long && '[&_:is(input,select,textarea,button,a)]:scroll-mb-28')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <LeaveGuard active={form.dirty && !form.busy} />
      {children}
      {refused !== undefined && (
        <div className={classes('min-w-0', long && 'scroll-mb-28')} ref={refusal}>
          {form.problem && (
            <ProblemNotice keeps={form.dirty} onRetry={() => void form.submit()} problem={form.problem} />
          )}
          {form.conflict && describe && <ConflictChoice conflict={form.conflict} describe={describe} form={form} />}
        </div>
      )}
      {submitLabel !== undefined && (
        <div
          className={classes(
            'flex flex-wrap items-center justify-end gap-2',
            long && form.dirty && 'sticky bottom-0 z-10 -mx-3 border-t bg-ground px-3 py-3',
          )}
        >
          <span className="mr-auto text-muted text-sm" role="status">
            {makes ? '' : form.saved && !form.dirty ? 'Saved.' : form.dirty ? 'Not saved yet.' : ''}
          </span>
          {onCancel ? (
            <Button onClick={onCancel}>Cancel</Button>
          ) : (
            form.dirty && (
              <Button disabled={form.busy} onClick={form.reset}>
                {makes ? 'Clear' : 'Undo changes'}
              </Button>
            )
          )}
          <Button
            busy={form.busy}
            disabled={(!form.dirty && !submitUntouched) || form.conflict !== undefined}
            kind="primary"
            submit
          >
            {submitLabel}
          </Button>
        </div>
      )}
    </form>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { t } from '../../messages/messages.ts'
import type { Dimension } from '../../statistics/dimensions.ts'
import { funnelTrialQuery } from '../../statistics/queries.ts'
import type { FunnelTrial } from '../../statistics/search.ts'
import type { ReportState } from '../../statistics/use-report-state.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { type DraftStep, draftStep, stepOf } from './draft-steps.ts'
import { WINDOW_MINUTES, windowOptions } from './format-window.ts'
import { FunnelCard } from './funnel-card.tsx'
import { StepsField } from './steps-field.tsx'

interface FunnelTrialProps {
  readonly state: ReportState
  readonly by: Dimension | undefined
  /** The steps in the address; undefined while none were counted yet. */
  readonly trial: FunnelTrial | undefined
  readonly onClose: () => void
  /** Undefined for people who may not save funnels. */
  readonly onSave: ((trial: FunnelTrial) => void) | undefined
}

/** Counts steps without saving them. They are in the address, so that a link can share them. */
export function FunnelTrialCards({ state, by, trial, onClose, onSave }: FunnelTrialProps): ReactNode {
  const asked = { ...state.query, ...(by !== undefined && { dimension: by }) }
  const report = useQuery(funnelTrialQuery(state.product, asked, trial))
  const detailed = useQuery(funnelTrialQuery(state.product, { ...asked, drop_offs: true }, trial))
  const counted = detailed.data !== undefined && !detailed.isPlaceholderData ? detailed.data : report.data
  const problem = report.error instanceof ApiProblem ? report.error : undefined
  return (
    <>
      <TrialForm
        // The steps of another funnel replace those in the form.
        key={JSON.stringify(trial)}
        onClose={onClose}
        onCount={(steps) => state.change({ trial: steps })}
        problem={problem}
        trial={trial}
      />
      {problem !== undefined && problem.errors.length === 0 && (
        <ProblemNotice onRetry={() => void report.refetch()} problem={problem} />
      )}
      {trial !== undefined && report.isLoading && <Loading what={t('funnels.this_funnel')} />}
      {trial !== undefined && counted !== undefined && problem === undefined && (
        <FunnelCard
          actions={
            onSave && (
              <Button onClick={() => onSave(trial)} size="small">
                {t('funnels.save_trial')}
              </Button>
            )
          }
          busy={report.isPlaceholderData}
          by={by}
          funnel={{ ...counted, name: t('funnels.trial_name') }}
        />
      )}
    </>
  )
}

interface TrialFormProps {
  readonly trial: FunnelTrial | undefined
  readonly problem: ApiProblem | undefined
  readonly onCount: (trial: FunnelTrial) => void
  readonly onClose: () => void
}

function TrialForm({ trial, problem, onCount, onClose }: TrialFormProps): ReactNode {
  const [steps, setSteps] = useState<readonly DraftStep[]>(() =>
    trial === undefined ? [draftStep(0), draftStep(1)] : trial.steps.map((step, at) => draftStep(at, step)),
  )
  const [minutes, setMinutes] = useState(trial?.minutes ?? WINDOW_MINUTES)
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set())
  const count = (event: FormEvent) => {
    event.preventDefault()
    const empty = steps.flatMap(({ match }, at) => (match.trim() === '' ? [`steps.${at}.match`] : []))
    setMissing(new Set(empty))
    if (empty.length === 0) onCount({ steps: steps.map(stepOf), minutes })
  }
  const error = (path: string) =>
    missing.has(path) ? t('funnels.match_missing') : problem?.errors.find((one) => one.path === path)?.message
  return (
    <Card description={t('funnels.trial_hint')} title={t('funnels.trial')}>
      <form className="grid gap-4" onSubmit={count}>
        <StepsField error={error} onChange={setSteps} steps={steps} />
        <div className="flex flex-wrap items-end justify-between gap-3">
          <SelectField
            label={t('funnels.window')}
            onChange={(value) => setMinutes(Number(value))}
            options={windowOptions(minutes)}
            value={String(minutes)}
          />
          <span className="flex gap-2">
            <Button onClick={onClose}>{t('funnels.close_trial')}</Button>
            <Button kind="primary" submit>
              {t('funnels.count')}
            </Button>
          </span>
        </div>
      </form>
    </Card>
  )
}

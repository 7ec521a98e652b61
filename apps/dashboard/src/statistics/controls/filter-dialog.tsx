import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { sentence } from '../../forms/sentence.ts'
import { t } from '../../messages/messages.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { CONDITIONS_MAX, type Condition, conditionsOf, type Filter, filterOf, filtersQuery } from '../filters.ts'
import { checkFilters } from '../queries.ts'
import type { ReportState } from '../use-report-state.ts'
import { ConditionFields } from './condition-fields.tsx'
import { conditionOf, type Draft, draftOf } from './draft-condition.ts'

interface FilterDialogProps {
  readonly initial: Filter | undefined
  /** The filters in force other than this one. */
  readonly others: readonly Filter[]
  readonly state: ReportState
  readonly onDone: (filter: Filter) => void
  readonly onClose: () => void
}

interface Failure {
  /** Index of the condition. */
  readonly at: number
  readonly property?: string
  readonly values?: string
}

/** Writes one filter: a condition, or several of which one must hold. */
export function FilterDialog({ initial, others, state, onDone, onClose }: FilterDialogProps): ReactNode {
  const [advanced, setAdvanced] = useState(isAdvanced(initial))
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    initial === undefined ? [draftOf(undefined)] : conditionsOf(initial).map(draftOf),
  )
  const [failure, setFailure] = useState<Failure>()
  const [checking, setChecking] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const read = readDrafts(drafts)
    if ('at' in read) return setFailure(read)
    setChecking(true)
    const found = await problemOf(read, others, state)
    setChecking(false)
    setFailure(found)
    if (found === undefined) onDone(read)
  }
  const change = (id: number, fields: Partial<Draft>) => {
    setFailure(undefined)
    setDrafts(drafts.map((draft) => (draft.id === id ? { ...draft, ...fields } : draft)))
  }
  return (
    <Dialog onClose={onClose} title={t(initial === undefined ? 'filters.add' : 'filters.edit')}>
      <form className="flex flex-col gap-5" noValidate onSubmit={(event) => void submit(event)}>
        {drafts.map((draft, at) => (
          <fieldset
            aria-label={drafts.length > 1 ? t('filters.alternative', { number: at + 1 }) : undefined}
            className="grid min-w-0 grid-cols-1 gap-3"
            key={draft.id}
          >
            {drafts.length > 1 && (
              <div className="flex items-center justify-between gap-2 border-t pt-2">
                <span className="font-semibold text-muted text-sm">
                  {t(at === 0 ? 'filters.either' : 'filters.or_else')}
                </span>
                <IconButton
                  aligned
                  icon="trash"
                  label={t('filters.remove_alternative', { number: at + 1 })}
                  onClick={() => setDrafts(drafts.filter(({ id }) => id !== draft.id))}
                />
              </div>
            )}
            <ConditionFields
              advanced={advanced}
              draft={draft}
              errors={failure?.at === at ? failure : {}}
              onChange={(fields) => change(draft.id, fields)}
              others={others}
              state={state}
            />
          </fieldset>
        ))}
        {!advanced && (
          <div>
            <Button aligned="left" aria-expanded={false} kind="quiet" onClick={() => setAdvanced(true)} size="small">
              {t('filters.advanced')}
            </Button>
          </div>
        )}
        {advanced && drafts.length < CONDITIONS_MAX && (
          <div>
            <Button
              aligned="left"
              icon="plus"
              kind="quiet"
              onClick={() => setDrafts([...drafts, draftOf(undefined)])}
              size="small"
            >
              {t('filters.add_alternative')}
            </Button>
          </div>
        )}
        <Actions pinned>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button busy={checking} kind="primary" submit>
            {t('filters.apply')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

/** Whether a filter says more than a dimension, an operator and values. */
function isAdvanced(filter: Filter | undefined): boolean {
  if (filter === undefined) return false
  return 'any' in filter || filter.case_sensitive === false || (filter.scope ?? 'event') !== 'event'
}

function readDrafts(drafts: readonly Draft[]): Filter | Failure {
  const conditions: Condition[] = []
  for (const [at, draft] of drafts.entries()) {
    const condition = conditionOf(draft)
    if ('missing' in condition) {
      return condition.missing === 'property'
        ? { at, property: t('filters.property_missing') }
        : { at, values: t('filters.value_missing') }
    }
    conditions.push(condition)
  }
  return filterOf(conditions) ?? { at: 0, values: t('filters.value_missing') }
}

/** What the service rejects in a filter, such as a regular expression that does not compile. */
async function problemOf(filter: Filter, others: readonly Filter[], state: ReportState): Promise<Failure | undefined> {
  try {
    await checkFilters(state.product, { ...state.range, ...filtersQuery([...others, filter]) })
    return undefined
  } catch (problem) {
    // Another problem is not about the filter: the page that asks with it shows it.
    if (!(problem instanceof ApiProblem) || problem.status !== 400) return undefined
    const [error] = problem.errors
    const at = Number(/\.any\.(\d+)/.exec(error?.path ?? '')?.[1] ?? 0)
    return { at, values: error === undefined ? problem.detail : sentenceOf(error) }
  }
}

function sentenceOf({ message, didYouMean }: ApiProblem['errors'][number]): string {
  const near =
    didYouMean === undefined || didYouMean.length === 0
      ? ''
      : ` ${t('filters.did_you_mean', { names: didYouMean.join(', ') })}`
  return `${sentence(message)}${near}`
}

import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldProblem } from '../api/problem.ts'
import type { DeliveryTarget } from '../api/types.ts'
import type { DescribedField } from '../forms/conflict-choice.tsx'
import { Form } from '../forms/form.tsx'
import { incomplete } from '../forms/incomplete.ts'
import { NameField } from '../forms/name-field.tsx'
import { type FormState, useForm } from '../forms/use-form.ts'
import { t } from '../messages/messages.ts'
import { CheckboxField } from '../ui/choice-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toast.tsx'
import type { DeliveryDialogProps, Listed } from './delivery-list.tsx'
import { TargetFields } from './target-fields.tsx'
import { changedTarget, missingInTarget, type TargetValues, targetOf } from './target-values.ts'

interface DeliveryValues {
  readonly name: string
  readonly target: TargetValues
  readonly enabled: boolean
}

interface Written<Item> {
  readonly result: Item
  readonly secret?: string
}

interface DeliveryFormOptions<Item, Values, Key extends QueryKey> extends DeliveryDialogProps<Item> {
  readonly query: FetchQueryOptions<Listed<Item>, Error, Listed<Item>, Key>
  /** Values of a new one. */
  readonly empty: Values
  readonly toValues: (item: Item) => Values
  /** Missing fields other than the name and the target. */
  readonly findMissing?: (values: Values) => readonly FieldProblem[]
  readonly create: (values: Values, target: DeliveryTarget) => Promise<Written<Item>>
  /** An absent target stays. */
  readonly update: (
    id: string,
    values: Values,
    change: { readonly target?: DeliveryTarget; readonly revision?: number },
  ) => Promise<Written<Item>>
}

/** The form of a report or an alert. */
export function useDeliveryForm<
  Item extends { readonly id: string; readonly name: string; readonly revision: number },
  Values extends DeliveryValues,
  Key extends QueryKey,
>({
  item,
  onSecret,
  onClose,
  query,
  empty,
  toValues,
  findMissing,
  create,
  update,
}: DeliveryFormOptions<Item, Values, Key>): FormState<Values> {
  const queryClient = useQueryClient()
  const versionOf = (stored: Item) => ({ values: toValues(stored), revision: stored.revision })
  const before = item && toValues(item).target
  return useForm<Values>({
    initial: item === undefined ? { values: empty } : versionOf(item),
    async save(values, revision) {
      const missing = [
        ...(values.name.trim() === '' ? [{ path: 'name', message: t('common.name_missing') }] : []),
        ...(findMissing?.(values) ?? []),
        ...missingInTarget(values.target, before),
      ]
      if (missing.length > 0) throw incomplete(missing)
      const target = changedTarget(values.target, before)
      const { result, secret } = await (item === undefined
        ? create(values, targetOf(values.target))
        : update(item.id, values, { ...(target && { target }), ...(revision !== undefined && { revision }) }))
      await queryClient.invalidateQueries({ queryKey: query.queryKey })
      if (secret !== undefined) onSecret({ name: result.name, secret })
      return versionOf(result)
    },
    ...(item !== undefined && {
      async reload() {
        const { data } = await queryClient.fetchQuery({ ...query, staleTime: 0 })
        return versionOf(data.find(({ id }) => id === item.id) ?? item)
      },
    }),
    onSaved() {
      showToast(t('common.saved'))
      onClose()
    },
  })
}

interface DeliveryDialogContent<Values> {
  readonly form: FormState<Values>
  readonly title: string
  readonly texts: { readonly create: string; readonly nameHint: string; readonly enabled: string }
  readonly describe: (values: Values) => readonly DescribedField[]
  /** The stored target; absent while a new one is made. */
  readonly before: TargetValues | undefined
  readonly onClose: () => void
  /** The fields between the name and the target. */
  readonly children: ReactNode
}

/** Creates or edits a report or an alert. */
export function DeliveryDialog<Values extends DeliveryValues>({
  form,
  title,
  texts,
  describe,
  before,
  onClose,
  children,
}: DeliveryDialogContent<Values>): ReactNode {
  const shared: Pick<FormState<DeliveryValues>, 'values' | 'set' | 'field'> = form
  const { target, enabled } = shared.values
  const isNew = before === undefined
  return (
    <Dialog keepOpen onClose={onClose} title={title}>
      <Form
        creates={isNew}
        describe={describe}
        form={form}
        onCancel={onClose}
        submitLabel={isNew ? texts.create : t('common.save')}
      >
        <NameField form={shared} hint={texts.nameHint} />
        {children}
        <TargetFields
          before={before}
          onChange={(next) => shared.set('target', next)}
          problem={form.problem}
          values={target}
        />
        {!isNew && (
          <CheckboxField checked={enabled} label={texts.enabled} onChange={(on) => shared.set('enabled', on)} />
        )}
      </Form>
    </Dialog>
  )
}

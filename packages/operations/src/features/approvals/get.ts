import { DEFAULT_LANGUAGE, Language, timestamp } from '@footfall/core-domain'
import { changesInWords, isNoValue } from '@footfall/kernel'
import { z } from 'zod'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'
import { Approval, decidable, shownApproval, stateOf } from './approval.ts'
import { approvalParams } from './decide.ts'
import { planAnew } from './plan-anew.ts'

const Words = z.array(z.string())
const ChangeInWords = z.object({
  field: z.string(),
  from: z.string(),
  to: z.string(),
  list: z
    .object({ before: z.int(), after: z.int(), removed: Words, added: Words })
    .optional()
    .meta({ description: 'Of a list: how many entries it has, and which are removed and added.' }),
})

function copied({ list, ...change }: ReturnType<typeof changesInWords>[number]): z.input<typeof ChangeInWords> {
  return list === undefined
    ? change
    : { ...change, list: { ...list, removed: [...list.removed], added: [...list.added] } }
}

export const getApproval = defineRead({
  name: 'dashboard_approvals_get',
  path: '/api/v1/approvals/{approval_id}',
  title: 'Show a change that waits for approval',
  description:
    'Shows one change, with the warnings that its preview has now. `stale` says why it can no longer be executed; approving it then declines it.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['role_forbidden'],
  params: approvalParams,
  query: {
    language: Language.default(DEFAULT_LANGUAGE).meta({
      description: 'The language of the names of fields and values.',
    }),
  },
  output: Approval.extend({
    changes_in_words: z.array(ChangeInWords),
    is_new: z.boolean().meta({ description: 'Whether it creates something: no changed field has a value before.' }),
    warnings: z.array(z.string()),
    stale: z.string().nullable().meta({ description: 'Why it can no longer be executed; null if it can.' }),
  }),
  async run(call, { approval_id, language }) {
    const approval = await decidable(call, approval_id)
    const { changes, names } = approval
    const words = changesInWords(changes, { ...call.wordingIn(language), names })
    const shown = {
      ...(await shownApproval(call, approval)),
      changes_in_words: words.map(copied),
      is_new: changes.every(({ from }) => isNoValue(from)),
    }
    if (stateOf(approval, timestamp(call.clock.now())) !== 'waiting')
      return { data: { ...shown, warnings: [], stale: null } }
    const planned = await planAnew(call, approval)
    if ('stale' in planned) return { data: { ...shown, warnings: [], stale: planned.stale } }
    return { data: { ...shown, warnings: [...((await planned.plan.warnings?.()) ?? [])], stale: null } }
  },
})

import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, executed } from '../../../api/client.ts'
import type { Approval } from '../../../api/types.ts'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { useAction } from '../../../forms/use-action.ts'
import { t } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { ServiceText } from '../../../ui/service-text.tsx'
import { BACK_LINK } from '../back-link-style.ts'
import { approvalQuery } from '../queries.ts'
import { ApprovalState, AskedChange, credentialName } from './approval-state.tsx'

const WORDS_MAX = 500

/** One change that waits, in words, and the buttons that decide it. Opening it decides nothing. */
export function ApprovalPage(): ReactNode {
  const { approval: id } = useParams({ from: '/account/approvals/$approval' })
  const { data: approval } = useSuspenseQuery(approvalQuery(id))
  return (
    <div className="grid grid-cols-1 gap-5">
      <Link className={BACK_LINK} to="/account/approvals">
        <Icon name="chevronLeft" />
        {t('approvals.all')}
      </Link>
      <PageHeader actions={<ApprovalState approval={approval} />} title={t('approvals.one')} />
      <Card title={t('approvals.change')}>
        <div className="grid grid-cols-1 gap-4">
          <p className="wrap-anywhere text-lg">
            <AskedChange approval={approval} />
          </p>
          {approval.is_new ? (
            <NewValues changes={approval.changes_in_words} />
          ) : (
            <Changes changes={approval.changes_in_words} />
          )}
          {approval.stale !== null && (
            <Notice title={t('approvals.stale')} tone="danger">
              <p className="wrap-anywhere" lang="en">
                {approval.stale}
              </p>
            </Notice>
          )}
          {approval.warnings.length > 0 && (
            <Notice tone="warning">
              <div className="grid gap-2" lang="en">
                {approval.warnings.map((warning) => (
                  <p className="wrap-anywhere" key={warning}>
                    <ServiceText text={warning} />
                  </p>
                ))}
              </div>
            </Notice>
          )}
          <Facts facts={factsOf(approval)} />
        </div>
      </Card>
      {approval.state === 'waiting' && <Decision approval={approval} />}
    </div>
  )
}

/** What a new thing has, which has nothing before. */
function NewValues({ changes }: { readonly changes: Approval['changes_in_words'] }): ReactNode {
  return (
    <dl className="grid grid-cols-1 divide-y rounded-control border text-sm">
      {changes.map(({ field, to, list }) => (
        <div className="grid grid-cols-1 gap-x-4 px-4 py-2.5 sm:grid-cols-[minmax(8rem,1fr)_minmax(0,2fr)]" key={field}>
          <dt className="wrap-anywhere text-muted first-letter:uppercase">{field}</dt>
          <dd className="min-w-0">
            {(list?.added ?? [to]).map((text, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list may have an entry twice, and does not change
              <p className="wrap-anywhere font-medium" key={at}>
                {text}
              </p>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Before and after, one above the other, so that long values fit on a phone. */
function Changes({ changes }: { readonly changes: Approval['changes_in_words'] }): ReactNode {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {changes.map(({ field, from, to, list }) => (
        <li className="min-w-0 rounded-control border px-4 py-3" key={field}>
          <p className="mb-1 wrap-anywhere font-semibold text-sm first-letter:uppercase">{field}</p>
          {list === undefined ? (
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
              <dt className="text-muted">{t('approvals.before')}</dt>
              <dd className="wrap-anywhere">{from}</dd>
              <dt className="text-muted">{t('approvals.after')}</dt>
              <dd className="wrap-anywhere font-medium">{to}</dd>
            </dl>
          ) : (
            <ListChange list={list} />
          )}
        </li>
      ))}
    </ul>
  )
}

type ChangedList = NonNullable<Approval['changes_in_words'][number]['list']>

function ListChange({ list: { before, after, removed, added } }: { readonly list: ChangedList }): ReactNode {
  const entries = (label: string, texts: readonly string[]) =>
    texts.length > 0 && (
      <div>
        <p className="text-muted">{label}</p>
        <ul className="list-disc pl-5">
          {texts.map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list may have an entry twice, and does not change
            <li className="wrap-anywhere" key={at}>
              {text}
            </li>
          ))}
        </ul>
      </div>
    )
  return (
    <div className="grid grid-cols-1 gap-1 text-sm">
      <p className="text-muted">{t('approvals.entries', { before, after })}</p>
      {entries(t('approvals.removed'), removed)}
      {entries(t('approvals.added'), added)}
    </div>
  )
}

function factsOf(approval: Approval) {
  const { product, credential, created_at, expires_at, address, decision, state } = approval
  const asked = [credentialName(approval), credential.account.name, address].filter((part) => part !== null)
  const by = decision?.by ?? t('approvals.nobody')
  return [
    ...(product === null ? [] : [{ label: t('approvals.product'), value: product.name }]),
    { label: t('approvals.from'), value: <span className="wrap-anywhere">{asked.join(' · ')}</span> },
    { label: t('approvals.asked_at'), value: <RelativeTime at={created_at} /> },
    ...(state === 'waiting' ? [{ label: t('common.expires'), value: <RelativeTime at={expires_at} /> }] : []),
    ...(decision === null
      ? []
      : [
          { label: t('approvals.decided_by'), value: by },
          ...(decision.words === null
            ? []
            : [
                {
                  label: t('approvals.words'),
                  value: <span className="wrap-anywhere whitespace-pre-wrap">{decision.words}</span>,
                },
              ]),
        ]),
  ]
}

function Decision({ approval: { id, stale } }: { readonly approval: Approval }): ReactNode {
  const [words, setWords] = useState('')
  const queryClient = useQueryClient()
  const params = { path: { approval_id: id } }
  const settled = () => queryClient.invalidateQueries({ queryKey: ['approvals'] })
  const approve = useAction(async () => {
    try {
      await executed(api.POST('/api/v1/approvals/{approval_id}/approve', { params }))
    } finally {
      await settled()
    }
  })
  const decline = useAction(async () => {
    const given = words.trim()
    const body = given === '' ? {} : { words: given }
    try {
      await executed(api.POST('/api/v1/approvals/{approval_id}/decline', { params, body }))
    } finally {
      await settled()
    }
  })
  const problem = approve.problem ?? decline.problem
  return (
    <Card description={t('approvals.decide_hint')} title={t('approvals.decide')}>
      <div className="grid grid-cols-1 gap-4">
        <TextAreaField
          hint={t('approvals.words_hint')}
          label={t('approvals.words_field')}
          maxLength={WORDS_MAX}
          onChange={setWords}
          rows={2}
          value={words}
        />
        {problem && <ProblemNotice problem={problem} />}
        <div className="flex flex-wrap gap-3">
          <Button
            busy={approve.busy}
            disabled={decline.busy || stale !== null}
            kind="primary"
            onClick={() => void approve.run()}
          >
            {t('approvals.approve')}
          </Button>
          <Button busy={decline.busy} disabled={approve.busy} onClick={() => void decline.run()}>
            {t('approvals.decline')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

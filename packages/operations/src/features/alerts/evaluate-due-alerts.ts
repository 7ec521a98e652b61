import {
  type Analytics,
  type Clock,
  type IdFactory,
  MINUTE_MS,
  type Product,
  type Reports,
  type StoredAlert,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import { reportScope } from '../../inputs/report-input.ts'
import { inBackground } from '../../messages/background-reports.ts'
import { recipientsOf } from '../../messages/delivery-target.ts'
import { enqueueMessage } from '../../messages/enqueue-message.ts'
import { alertMessage } from './alert-message.ts'
import { evaluateAlert, type Outcome } from './evaluate-alert.ts'
import { watchOf } from './kinds/index.ts'
import { RETRY_MS } from './spans.ts'

/** Longer than evaluating takes. After it, other processes take over the alerts of a process that died. */
const LEASE_MS = 5 * MINUTE_MS
const BATCH = 20

export interface AlertDependencies {
  readonly store: TransactionalStore
  readonly analytics: Pick<Analytics, 'forCaller'>
  readonly clock: Clock
  readonly ids: Pick<IdFactory, 'delivery'>
  readonly baseUrl: string
  /** Called for an alert that could not be evaluated; it stays due. */
  readonly onFailure: (alert: StoredAlert['id'], error: unknown) => void
}

/**
 * Evaluates the alerts that are due, and enqueues their messages. Any number of replicas may do it at once: each alert is leased
 * to one of them, and a evaluation and its message commit together, so that no message is sent twice. An alert that was not
 * evaluated for a while is evaluated once, for now. Returns how many were evaluated.
 */
export async function evaluateDueAlerts(dependencies: AlertDependencies): Promise<number> {
  const { store, clock, onFailure } = dependencies
  let evaluated = 0
  for (;;) {
    const now = clock.now()
    const lease = timestamp(now + LEASE_MS)
    const taken = await store.transaction((tx) => tx.store.alerts.take(timestamp(now), lease, BATCH))
    const answers: Answers = new Map()
    for (const alert of taken) {
      try {
        if (await evaluateOne(alert, answers, dependencies)) evaluated++
      } catch (error) {
        onFailure(alert.id, error)
      }
    }
    if (taken.length < BATCH) return evaluated
  }
}

/** By question, since alerts of a product ask the same ones. */
type Answers = Map<string, ReturnType<Reports['query']>>

function answeredOnce(reports: Reports, answers: Answers): Pick<Reports, 'query' | 'goals'> {
  return {
    query(scope, query) {
      const question = JSON.stringify([scope, query])
      const answer = answers.get(question) ?? reports.query(scope, query)
      answers.set(question, answer)
      return answer
    },
    goals: (scope, query) => reports.goals(scope, query),
  }
}

/** False if another process evaluated or changed it meanwhile. */
async function evaluateOne(alert: StoredAlert, answers: Answers, dependencies: AlertDependencies): Promise<boolean> {
  const { store, clock } = dependencies
  const product = await store.products.find(alert.product)
  if (product === undefined) return false
  const scope = await reportScope({ store, product }, undefined)
  const nowMs = clock.now()
  const outcome = await inBackground(dependencies, product.id, (reports) =>
    evaluateAlert(alert, { reports: answeredOnce(reports, answers), scope, nowMs }),
  )
  const waits = outcome.evaluation.problem === 'not_counted_yet'
  const dueMs = waits ? nowMs + RETRY_MS : watchOf(alert.rule).nextDueMs(product.timezone, nowMs)
  return store.transaction(async (tx) => {
    const isNew = await tx.store.alerts.evaluated(alert, {
      due_at: timestamp(dueMs),
      active_since: outcome.activeSince,
      last_judgement: outcome.evaluation,
    })
    if (isNew) await enqueue(tx.store, alert, product, outcome, dependencies)
    return isNew
  })
}

async function enqueue(
  store: Parameters<typeof enqueueMessage>[0],
  alert: StoredAlert,
  product: Product,
  { transition, evaluation, activeSince }: Outcome,
  { baseUrl, ...dependencies }: AlertDependencies,
): Promise<void> {
  const since = activeSince ?? alert.active_since
  if (transition === undefined || since === undefined) return
  await enqueueMessage(store, dependencies, {
    source: alert.id,
    subject: { product: product.id },
    occurrence: `${transition} ${since}`,
    messageIn: (language) => alertMessage({ alert, product, transition, evaluation, since }, baseUrl, language),
    recipients: recipientsOf(alert.target),
  })
}

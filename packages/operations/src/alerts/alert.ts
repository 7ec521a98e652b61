import {
  AlertId,
  AlertJudgement,
  LastDelivery,
  mutable,
  personText,
  ShownDeliveryTarget,
  Timestamp,
} from '@footfall/core-domain'
import { z } from 'zod'
import { AlertRule } from './kinds/index.ts'

/** Notifies once when something begins to happen to a product, and once when it is over. */
export const Alert = z.object({
  id: AlertId,
  name: personText(120),
  rule: AlertRule,
  target: ShownDeliveryTarget,
  enabled: z.boolean().meta({ description: 'false: it is not judged until it is enabled again.' }),
  active_since: Timestamp.nullable().meta({ description: 'When it told that it happens; null where it does not.' }),
  last_judgement: AlertJudgement.nullable(),
  last_delivery: LastDelivery.nullable(),
  created_at: Timestamp,
  ...mutable,
})
export type Alert = z.infer<typeof Alert>

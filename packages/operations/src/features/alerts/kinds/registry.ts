// Made by `pnpm generate` from the files in this folder. Do not edit.
import { drop } from './drop.ts'
import { errors } from './errors.ts'
import { goal } from './goal.ts'
import { silent } from './silent.ts'
import { spike } from './spike.ts'

/** Every kind of alert, in the order of the API and of the dashboard. */
export const ALERT_KINDS = [spike, drop, goal, silent, errors] as const

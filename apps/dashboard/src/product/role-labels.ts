import type { Role } from '../api/types.ts'
import { t } from '../messages/messages.ts'

/** From the lowest role. Each role includes those before it. */
export const ROLES: readonly { readonly value: Role; readonly label: string; readonly hint: string }[] = (
  ['viewer', 'editor', 'admin', 'owner'] as const
).map((value) => ({ value, label: roleLabel(value), hint: t(`roles.hint_${value}`) }))

export function roleLabel(role: Role): string {
  return t(`roles.name_${role}`)
}

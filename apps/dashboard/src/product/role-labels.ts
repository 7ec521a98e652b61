import type { Role } from '../api/types.ts'

/** From the one who may least; each may also do what those before may. */
export const ROLES: readonly {
  readonly value: Role
  readonly label: string
  readonly hint: string
  /** Said to whoever would have it. */
  readonly toYou: string
}[] = [
  {
    value: 'viewer',
    label: 'Viewer',
    hint: 'Sees statistics, settings and who is here. Changes nothing.',
    toYou: 'You would see its statistics and settings, and change nothing.',
  },
  {
    value: 'editor',
    label: 'Editor',
    hint: 'Also keeps funnels and notes on the charts.',
    toYou: 'You would see its statistics, and keep funnels and notes on the charts.',
  },
  {
    value: 'admin',
    label: 'Admin',
    hint: 'Also changes settings and keys, and looks after editors and viewers.',
    toYou: 'You would see its statistics, change settings and keys, and look after editors and viewers.',
  },
  {
    value: 'owner',
    label: 'Owner',
    hint: 'Also looks after admins and owners, and may delete the product.',
    toYou: 'You would see and change everything there, its team included.',
  },
]

export function roleLabel(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role
}

import type { Role } from '../api/types.ts'

/** From the lowest role. Each role includes those before it. */
export const ROLES: readonly {
  readonly value: Role
  readonly label: string
  readonly hint: string
  /** Shown to the invited person. */
  readonly invitationText: string
}[] = [
  {
    value: 'viewer',
    label: 'Viewer',
    hint: 'Sees statistics, settings and members. Changes nothing.',
    invitationText: 'You can see statistics and settings, and change nothing.',
  },
  {
    value: 'editor',
    label: 'Editor',
    hint: 'Also manages funnels and annotations.',
    invitationText: 'You can see statistics, and manage funnels and annotations.',
  },
  {
    value: 'admin',
    label: 'Admin',
    hint: 'Also changes settings and keys, and manages editors and viewers.',
    invitationText: 'You can see statistics, change settings and keys, and manage editors and viewers.',
  },
  {
    value: 'owner',
    label: 'Owner',
    hint: 'Also manages admins and owners, and can delete the product.',
    invitationText: 'You can see and change everything, including the team.',
  },
]

export function roleLabel(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role
}

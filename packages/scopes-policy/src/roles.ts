import type { Role } from '@footfall/core-domain'
import { FOOTFALL } from './footfall.ts'

/** `owner` > `admin` > `editor` > `viewer`: each role includes the lower ones. */
export function roleAtLeast(role: Role, least: Role): boolean {
  return FOOTFALL.roleAtLeast(role, least)
}

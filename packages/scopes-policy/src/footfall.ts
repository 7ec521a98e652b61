import { definePolicy } from './policy.ts'

/** The scopes and roles of Footfall, the first host. */
export const FOOTFALL = definePolicy({
  scopes: [
    'account:read',
    'products:read',
    'products:write',
    'analytics:read',
    'diagnostics:read',
    'settings:read',
    'settings:write',
    'funnels:read',
    'funnels:write',
    'content:read',
    'content:write',
    'team:read',
    'team:write',
    'keys:read',
    'keys:write',
    'tokens:read',
    'tokens:write',
  ],
  roles: ['viewer', 'editor', 'admin', 'owner'],
})

import { vi } from 'vitest'

// Passwords are hashed by the real function at the lowest cost. At the real one this takes more processor time than all
// else that these tests do. The tests of the hash itself unmock the cost.
vi.mock('../../packages/accounts/src/methods/password/hashing/password-cost.ts', () => ({
  PASSWORD_COST: { N: 2, r: 1, p: 1 },
}))

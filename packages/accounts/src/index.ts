export { type AccountDependencies, type CreatedAccount, createAccount, type NewAccount } from './create-account.ts'
export { hashPassword, matchesHash } from './password-hash.ts'
export { verifyPassword } from './verify-password.ts'

export { describeAttacks } from './attacks.ts'
export { describeStores } from './stores-contract.ts'

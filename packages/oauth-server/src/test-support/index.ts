export { describeStores } from './stores-contract.ts'

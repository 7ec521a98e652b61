export { GOALS, insertRows, makeTraffic } from '../query/test-support/traffic.ts'

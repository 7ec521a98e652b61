export { GOALS, insertRows, makeTraffic } from './traffic.ts'
